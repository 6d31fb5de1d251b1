import { EMPLOYMENT_TYPES } from '#contract/constants.ts'
import { fieldErrorsOf, jobAlert } from '#contract/forms.ts'
import { listPublishedJobs } from '#domain/content/open-jobs.ts'
import {
  type AlertChoices,
  askForAlert,
  changeAlert,
  confirmAlert,
  endAlert,
  findAlert,
  type JobKind,
} from '#domain/notifications/job-alerts/alerts.ts'
import type { Clock } from '#domain/platform/calendar.ts'
import type { Database } from '#domain/platform/database/database.ts'
import {
  JOB_ALERT_ACTS,
  JOB_ALERT_NEWS,
  type JobAlertNews,
  type JobAlertPage,
  type JobAlertsPage,
  kindField,
  ONE_CLICK,
  ONE_CLICK_FIELD,
  type Team,
} from '#site/job-alerts-page.ts'
import type { PostedForm } from '#site/submissions/posted.ts'
import { isLanguage, type Language } from '#texts/languages.ts'

interface JobAlertsOptions {
  database: Database
  /** Without one nobody can be told. */
  worker: { wake(): void } | undefined
  clock?: Clock
}

type AlertOutcome = { status: number; page: JobAlertPage; isUnknown?: boolean } | { news: JobAlertNews }

export type JobAlerts = ReturnType<typeof createJobAlerts>

/** What visitors may do about news of jobs, as the two pages need it. Reading changes nothing. */
export function createJobAlerts({ database, worker, clock = () => new Date() }: JobAlertsOptions) {
  return { ask, read, act }

  /** The same answer for everybody, once it is stored. */
  async function ask(
    language: Language,
    answers?: PostedForm['answers'],
  ): Promise<{ status: number; page: JobAlertsPage }> {
    const canSend = worker !== undefined
    const teams = await teamsIn(language)
    const typed = {
      email: answers?.email?.trim() ?? '',
      kinds: kindsIn(answers ?? {}),
      team: teamIn(answers ?? {}, teams),
    }
    if (!answers || !worker) return { status: 200, page: { canSend, isAsked: false, typed, teams } }
    const read = jobAlert.safeParse({ email: typed.email })
    if (!read.success) {
      const broken = fieldErrorsOf(read.error).email?.[0]
      return { status: 422, page: { canSend, isAsked: false, typed, teams, broken } }
    }
    await askForAlert(database, { ...typed, email: read.data.email, language }, clock())
    worker.wake()
    return { status: 200, page: { canSend, isAsked: true, typed: { email: '', kinds: [], team: '' }, teams } }
  }

  /** Those that jobs have, open or not. */
  async function teamsIn(language: Language): Promise<Team[]> {
    const jobs = await listPublishedJobs(database.queries)
    const teams = new Map(
      jobs.flatMap(
        ({
          shown: {
            [language]: { team },
          },
        }) => (team ? [[team.key, team] as const] : []),
      ),
    )
    return [...teams.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
  }

  async function read(token: string, language: Language, query: URLSearchParams): Promise<AlertOutcome> {
    const alert = await findAlert(database.queries, token)
    if (!alert) return { status: 410, page: { state: 'ended' }, isUnknown: true }
    const { isConfirmed, ...shown } = alert
    const done = JOB_ALERT_NEWS.find((each) => each === query.get('done'))
    return {
      status: 200,
      page: {
        ...shown,
        teams: await teamsIn(language),
        state: isConfirmed ? 'confirmed' : 'unconfirmed',
        ...(done && isConfirmed && { done }),
      },
    }
  }

  async function act(token: string, language: Language, { answers }: PostedForm): Promise<AlertOutcome> {
    const now = clock()
    const ended: AlertOutcome = { status: 200, page: { state: 'ended' } }
    // Also where it has ended already: whoever presses twice is told the same.
    if (answers[ONE_CLICK_FIELD] === ONE_CLICK) {
      const isKnown = await endAlert(database, token, now)
      return { ...ended, isUnknown: !isKnown }
    }
    const name = JOB_ALERT_ACTS.find((each) => each === answers.act)
    if (name === 'end' && (await endAlert(database, token, now))) return ended
    if (name === 'confirm' && (await confirmAlert(database, token, now))) return { news: 'confirmed' }
    if (name === 'change' && (await changeAlert(database, token, choicesIn(answers, await teamsIn(language)))))
      return { news: 'changed' }
    return read(token, language, new URLSearchParams())
  }
}

function choicesIn(answers: PostedForm['answers'], teams: Team[]): AlertChoices {
  const { language } = answers
  return { language: isLanguage(language) ? language : 'en', kinds: kindsIn(answers), team: teamIn(answers, teams) }
}

/** What is no team stands for all of them. */
const teamIn = ({ team }: PostedForm['answers'], teams: Team[]) => teams.find(({ key }) => key === team)?.key ?? ''

const kindsIn = (answers: PostedForm['answers']): JobKind[] =>
  EMPLOYMENT_TYPES.filter((kind) => answers[kindField(kind)] !== undefined)
