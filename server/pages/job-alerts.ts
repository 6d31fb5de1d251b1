import { EMPLOYMENT_TYPES } from '#contract/constants.ts'
import { fieldErrorsOf, jobAlert } from '#contract/forms.ts'
import type { AlertChoices, JobAlerts as Alerts } from '#domain/notifications/job-alerts/alerts.ts'
import {
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

type Answers = PostedForm['answers']
type AlertOutcome = { status: number; page: JobAlertPage; isUnknown?: boolean } | { news: JobAlertNews }

export type JobAlerts = ReturnType<typeof createAlertPages>

export function createAlertPages(alerts: Alerts, worker: { wake(): void } | undefined) {
  return { ask, read, act }

  /** Gives the same response for known and unknown addresses. */
  async function ask(language: Language, answers?: Answers): Promise<{ status: number; page: JobAlertsPage }> {
    const teams = await alerts.teams(language)
    const typed = { email: answers?.email?.trim() ?? '', ...choicesIn(answers ?? {}, teams) }
    const page = { canSend: worker !== undefined, isAsked: false, typed, teams }
    if (!answers || !worker) return { status: 200, page }
    const read = jobAlert.safeParse({ email: typed.email })
    if (!read.success) return { status: 422, page: { ...page, broken: fieldErrorsOf(read.error).email?.[0] } }
    await alerts.ask({ ...typed, email: read.data.email, language })
    worker.wake()
    return { status: 200, page: { ...page, isAsked: true, typed: { email: '', kinds: [], team: '' } } }
  }

  async function read(token: string, language: Language, query: URLSearchParams): Promise<AlertOutcome> {
    const alert = await alerts.find(token)
    if (!alert) return { status: 410, page: { state: 'ended' }, isUnknown: true }
    const { isConfirmed, ...shown } = alert
    const done = JOB_ALERT_NEWS.find((each) => each === query.get('done'))
    return {
      status: 200,
      page: {
        ...shown,
        teams: await alerts.teams(language),
        state: isConfirmed ? 'confirmed' : 'unconfirmed',
        ...(done && isConfirmed && { done }),
      },
    }
  }

  async function act(token: string, language: Language, { answers }: PostedForm): Promise<AlertOutcome> {
    const ended: AlertOutcome = { status: 200, page: { state: 'ended' } }
    // RFC 8058: a second click gets the same response.
    if (answers[ONE_CLICK_FIELD] === ONE_CLICK) return { ...ended, isUnknown: !(await alerts.end(token)) }
    if (answers.act === 'end' && (await alerts.end(token))) return ended
    if (answers.act === 'confirm' && (await alerts.confirm(token))) return { news: 'confirmed' }
    if (answers.act === 'change') {
      const choices: AlertChoices = {
        language: isLanguage(answers.language) ? answers.language : 'en',
        ...choicesIn(answers, await alerts.teams(language)),
      }
      if (await alerts.change(token, choices)) return { news: 'changed' }
    }
    return read(token, language, new URLSearchParams())
  }
}

/** An unknown team stands for all teams. */
const choicesIn = (answers: Answers, teams: Team[]) => ({
  kinds: EMPLOYMENT_TYPES.filter((kind) => answers[kindField(kind)] !== undefined),
  team: teams.find(({ key }) => key === answers.team)?.key ?? '',
})
