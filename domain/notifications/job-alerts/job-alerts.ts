import type { Language } from '#texts/languages.ts'
import { listPublishedJobs } from '../../content/open-jobs.ts'
import type { Clock } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import { type AlertChoices, askForAlert, changeAlert, confirmAlert, endAlert, findAlert } from './alerts.ts'

export type JobAlerts = ReturnType<typeof createJobAlerts>

/** Reading changes nothing. */
export function createJobAlerts(database: Database, clock: Clock = () => new Date()) {
  return {
    async teams(language: Language) {
      const jobs = await listPublishedJobs(database.queries)
      const teams = jobs.flatMap(({ shown }) => shown[language].team ?? [])
      const byKey = new Map(teams.map((team) => [team.key, team]))
      return [...byKey.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
    },
    find: (token: string) => findAlert(database.queries, token),
    ask: (wanted: AlertChoices & { email: string }) => askForAlert(database, wanted, clock()),
    confirm: (token: string) => confirmAlert(database, token, clock()),
    change: (token: string, choices: AlertChoices) => changeAlert(database, token, choices),
    end: (token: string) => endAlert(database, token, clock()),
  }
}
