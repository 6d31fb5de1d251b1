import { LIFETIMES } from '#contract/lifetimes.ts'
import { formatsIn } from '#texts/dates-and-numbers.ts'
import { escapeHtml } from '#texts/formats.ts'
import { type CompanyInTexts, companyTexts, type Texts } from '#texts/index.ts'
import { directionOf, type Language, localeOf } from '#texts/languages.ts'
import { createTranslator } from '#texts/translator.ts'
import type { VisibleStage } from '../../candidates/standing.ts'
import type { Imprint } from '../../content/company.ts'
import type { AccountNews } from '../../people/events.ts'
import { isCvMark } from '../../submissions/cv/result.ts'
import { KNOCK_OUT_MARK } from '../../submissions/job-answers.ts'
import { FORM_PROPERTIES } from '../../submissions/kinds.ts'
import type { WholeSubmission } from '../../submissions/submissions.ts'
import { addressOfNotification } from '../addresses.ts'

export interface MailContent {
  subject: string
  text: string
  html: string
}

export interface Speaking {
  company: CompanyInTexts
  language: Language
}

/** A mail to somebody outside says who sends it, with street, telephone and site. */
export interface SpeakingToVisitor extends Speaking {
  imprint: Imprint | undefined
  /** The whole address of the home page, where it is known. */
  site: string | undefined
}

/** CVs are never attached: mail is read in too many places. */
export function staffMail(
  submission: WholeSubmission,
  timeZone: string,
  { company, language }: Speaking,
  deskUrl?: string,
): MailContent {
  const say = translator(company, language)
  const { kind, reference, name, email, phone, answers } = submission
  const marks = submission.marks.split(' ').filter(Boolean)
  const senderMarks = marks.filter((mark) => !isCvMark(mark) && mark !== KNOCK_OUT_MARK)
  const senderReasons = senderMarks.map((mark) => say(`senderMarks.${mark as 'honeypot'}`)).join(' ')
  const cvReasons = marks
    .filter(isCvMark)
    .map((mark) => say(`cvMarks.${mark}`))
    .join(' ')
  const job = FORM_PROPERTIES[kind].isForJob ? submission.about || say('staff.general') : ''
  const values = { reference, ...(job && { job }), name, email, phone, ...answers }
  const when = momentIn(language, timeZone)

  return layOut(company, language, {
    subject: say(marks.length > 0 ? 'staff.subjectMarked' : 'staff.subject', {
      kind: say(`kinds.${kind}`),
      reference,
      about: job || submission.about,
    }),
    parts: [
      say('staff.received', { when: when.format(new Date(submission.created_at)), language: submission.language }),
      ...(senderReasons ? [say('staff.marked', { reasons: senderReasons })] : []),
      ...(marks.includes(KNOCK_OUT_MARK) ? [say('staff.answerMarked')] : []),
      ...(cvReasons ? [say('staff.cvMarked', { reasons: cvReasons })] : []),
      ...(submission.cv && !submission.cv.result
        ? [say(deskUrl ? 'staff.cvNotInspectedYet' : 'staff.cvNotInspected')]
        : []),
      ...Object.entries(values).map(([field, typed]) => ({ label: say(`staff.fields.${field as 'name'}`), typed })),
      ...submission.jobAnswers.map(({ question, kind: asked, answer }) => ({
        label: question,
        typed: asked === 'yes-no' ? say(`staff.yesNo.${answer as 'yes'}`) : answer,
      })),
      ...(deskUrl
        ? [{ link: `${deskUrl}/inbox/${reference}`, label: say('staff.open') }]
        : [say('staff.show', { reference }), ...(submission.cv ? [say('staff.cv', { reference })] : [])]),
      say('staff.reply'),
    ],
  })
}

type PageLink = string | undefined

/** Repeats nothing from the form: anybody could send any text under the company's name. */
export function confirmationMail(
  submission: WholeSubmission,
  speaking: SpeakingToVisitor,
  timeZone: string,
  link: PageLink,
): MailContent {
  const { kind, reference, job_id, about, job_title_ar, answer_due_at } = submission
  const date = formatsIn(speaking.language, timeZone).weekday(answer_due_at)
  const jobTitle = job_id === null ? '' : (speaking.language === 'ar' && job_title_ar) || about
  return personalMail(speaking, (say, company) => ({
    subject: say(`confirmation.subject.${kind}`, { company, reference }),
    parts: [
      say(`confirmation.received.${kind}`, { company }),
      ...(jobTitle ? [say('confirmation.job', { job: jobTitle })] : []),
      say(`confirmation.next.${kind}`, { date }),
      say('confirmation.reference', { reference }),
      ...(link ? [say(`confirmation.follow.${kind}`), { link, label: say(`confirmation.open.${kind}`) }] : []),
      say('confirmation.notYou'),
    ],
  }))
}

export const newLinkMail = ({ kind, reference }: WholeSubmission, speaking: SpeakingToVisitor, link: string) =>
  personalMail(speaking, (say, company) => ({
    subject: say('link.subject', { company, reference }),
    parts: [say('link.text', { reference }), { link, label: say(`confirmation.open.${kind}`) }, say('link.notYou')],
  }))

/** Holds the question, so it can be read without opening a link. */
export const questionMail = (
  { kind, reference }: WholeSubmission,
  speaking: SpeakingToVisitor,
  question: string,
  link: string,
) =>
  personalMail(speaking, (say, company) => ({
    subject: say('question.subject', { company, reference }),
    parts: [say(`question.text.${kind}`), question, say('question.answer'), { link, label: say('question.open') }],
  }))

/** A letter tells of decisions. */
export type ToldStage = Extract<VisibleStage, 'in-review' | 'interview' | 'withdrawn'>

interface News {
  stage: ToldStage
  /** The promised day, as long as it can be kept. */
  answerBy: string | undefined
}

export const newsMail = (
  { kind, reference }: WholeSubmission,
  speaking: SpeakingToVisitor,
  { stage, answerBy }: News,
  link: PageLink,
) =>
  personalMail(speaking, (say, company) => ({
    subject: say(`news.${stage}.subject`, { company, reference }),
    parts: [
      stage === 'in-review' && answerBy
        ? say('news.in-review.textBy', { date: answerBy })
        : say(`news.${stage}.text`, { company }),
      ...(link ? [{ link, label: say(`confirmation.open.${kind}`) }] : []),
    ],
  }))

/** The last mail to this address: it is erased with this mail. */
export const erasureMail = (reference: string, speaking: SpeakingToVisitor) =>
  personalMail(speaking, (say, company) => ({
    subject: say('erased.subject', { company, reference }),
    parts: [
      say('erased.text', { reference }),
      say('erased.backups', { days: LIFETIMES.backupDays }),
      say('erased.last'),
    ],
  }))

export const alertLinkMail = (speaking: SpeakingToVisitor, link: string, isKnown: boolean) =>
  personalMail(speaking, (say, company) => ({
    subject: say(isKnown ? 'alerts.link.subjectKnown' : 'alerts.link.subject', { company }),
    parts: [
      say(isKnown ? 'alerts.link.textKnown' : 'alerts.link.text'),
      { link, label: say(isKnown ? 'alerts.link.openKnown' : 'alerts.link.open') },
      ...(isKnown ? [] : [say('alerts.link.notYou')]),
    ],
  }))

export interface NewJob {
  title: string
  place: string
  kind: keyof Texts['jobs']['employment']
  link: string
}

export function jobsMail(speaking: SpeakingToVisitor, jobs: NewJob[], choiceLink: string): MailContent {
  const { employment } = companyTexts(speaking.company, speaking.language).jobs
  const count = jobs.length
  return personalMail(speaking, (say, company) => ({
    subject: say('alerts.jobs.subject', { company, count, job: jobs[0]?.title ?? '' }),
    parts: [
      say('alerts.jobs.text', { count }),
      ...jobs.flatMap(({ title, place, kind, link }): Part[] => [
        say('alerts.jobs.job', { job: title, place, kind: employment[kind] }),
        { link, label: say('alerts.jobs.see', { job: title }) },
      ]),
      say('alerts.jobs.why'),
      { link: choiceLink, label: say('alerts.jobs.stop') },
    ],
  }))
}

export function accountMail(news: AccountNews, at: Date, timeZone: string, speaking: Speaking): MailContent {
  const when = momentIn(speaking.language, timeZone).format(at)
  return personalMail(speaking, (say, company) => ({
    subject: say(`account.subject.${news}`, { company }),
    parts: [
      say(`account.text.${news}`, { when }),
      say(`account.notYou.${news === 'sign-in-failed' ? 'failed' : 'done'}`),
    ],
  }))
}

/** About one submission, content record or process. */
interface NotifiedRecord {
  submission: Pick<WholeSubmission, 'reference' | 'name' | 'kind'> | null
  subject: string
  title: Record<Language, string> | null
  sentences: string[]
}

const MAX_RECORDS_IN_MAIL = 20

/** Names the record and links to it; what was written stays at the desk. */
export function notificationMail(
  records: NotifiedRecord[],
  layout: 'record' | 'several' | 'digest',
  speaking: Speaking,
  deskUrl?: string,
): MailContent {
  const more = records.length - MAX_RECORDS_IN_MAIL
  return personalMail(speaking, (say, company) => ({
    subject:
      layout === 'record'
        ? subjectOf(say, company, records[0] as NotifiedRecord)
        : say(`notifications.subject.${layout}`, { company, count: records.length }),
    parts: [
      ...records
        .slice(0, MAX_RECORDS_IN_MAIL)
        .flatMap((record): Part[] => [
          [headOf(say, record, speaking.language), ...record.sentences].join('\n'),
          ...(deskUrl ? [{ link: `${deskUrl}${addressOfNotification(record)}`, label: say('staff.open') }] : []),
        ]),
      ...(more > 0 ? [say('notifications.more', { count: more })] : []),
      say('notifications.why'),
      ...(deskUrl ? [{ link: `${deskUrl}/account#notifications`, label: say('notifications.settings') }] : []),
    ],
  }))
}

type Say = ReturnType<typeof translator>

function subjectOf(say: Say, company: string, { submission, sentences }: NotifiedRecord) {
  const [sentence = ''] = sentences
  const count = sentences.length
  if (!submission)
    return say(`notifications.subject.${count > 1 ? 'several' : 'content'}`, { company, sentence, count: 1 })
  const { reference } = submission
  return say(`notifications.subject.${count > 1 ? 'record' : 'one'}`, { company, sentence, count, reference })
}

const headOf = (say: Say, { submission, title }: NotifiedRecord, language: Language) =>
  submission
    ? say('notifications.head', { ...submission, kind: say(`kinds.${submission.kind}`) })
    : (title?.[language] ?? '')

interface InvitationInMail {
  /** Unknown for an invitation of the command line. */
  by: string | undefined
  until: Date
  link: string
}

export const invitationMail = ({ by, until, link }: InvitationInMail, timeZone: string, speaking: Speaking) =>
  personalMail(speaking, (say, company) => ({
    subject: say('invitation.subject', { company }),
    parts: [
      by ? say('invitation.textBy', { by, company }) : say('invitation.text', { company }),
      { link, label: say('invitation.open') },
      say('invitation.until', { when: momentIn(speaking.language, timeZone).format(until) }),
      say('invitation.notYou'),
    ],
  }))

const momentIn = (language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone })

interface Condition {
  name: keyof Texts['mail']['conditions']['problems']
  values: object
}

/** The worst first: what loses data, then what keeps visitors waiting, then what can wait until tomorrow. */
const BY_GRAVITY: Condition['name'][] = [
  'diskLow',
  'backupOld',
  'mailStuck',
  'repliesUnread',
  'storageUnreachable',
  'scannerUnreachable',
  'migrationsPending',
  'storageShared',
  'deletionsFail',
  'clockOff',
  'purgeHeld',
  'backupAhead',
  'clockSet',
  'contentBehind',
]

const gravity = ({ name }: Condition) => BY_GRAVITY.indexOf(name)

export function conditionsMail(
  conditions: readonly Condition[],
  machine: string,
  { company, language }: Speaking,
  deskUrl?: string,
): MailContent {
  const say = translator(company, language)
  const [worst, ...others] = conditions.toSorted((one, other) => gravity(one) - gravity(other)) as [Condition]
  return layOut(company, language, {
    subject: say('conditions.subject', {
      company: company.name[language],
      problem: say(`conditions.problems.${worst.name}`, worst.values as never),
      others: others.length,
    }),
    parts: [
      ...[worst, ...others].map(({ name, values }) => say(`conditions.sentences.${name}`, values as never)),
      say('conditions.machine', { machine }),
      say('conditions.text'),
      deskUrl ? { link: `${deskUrl}/`, label: say('staff.open') } : say('conditions.show'),
    ],
  })
}

export function renderLetter(
  { subject, body }: { subject: string; body: string },
  { company, language, ...sender }: SpeakingToVisitor,
): MailContent {
  const lines = imprintLines(language, sender)
  const parts = [...body.split(/\n{2,}/), ...(lines.length > 0 ? [lines.join('\n')] : [])]
  return layOut(company, language, { subject, parts })
}

interface Draft {
  subject: string
  parts: Part[]
}

/** Begins with a greeting and ends with the company's name and, for visitors, how to reach it. */
export function personalMail(
  { company, language, ...sender }: Speaking & Partial<SpeakingToVisitor>,
  write: (say: ReturnType<typeof translator>, company: string) => Draft,
): MailContent {
  const say = translator(company, language)
  const name = company.name[language]
  const { subject, parts } = write(say, name)
  const signature = [say('confirmation.signature', { company: name }), ...imprintLines(language, sender)]
  const framed = [say('confirmation.greeting'), ...parts, signature.join('\n')]
  return layOut(company, language, { subject, parts: framed })
}

function imprintLines(language: Language, { imprint, site }: Partial<SpeakingToVisitor>): string[] {
  const leftToRight = (text: string) => (language === 'ar' ? `\u2066${text}\u2069` : text)
  return [
    ...(imprint ? [imprint.address, leftToRight(imprint.phone)] : []),
    ...(site ? [leftToRight(site.replace(/\/$/, ''))] : []),
  ]
}

export function translator(company: CompanyInTexts, language: Language) {
  const messages = companyTexts(company, language)
  return createTranslator({ locale: localeOf(language), messages, namespace: 'mail' })
}

/** A paragraph, a link, or a visitor's text, which may be in another language. */
export type Part = string | { link: string; label: string } | { label: string; typed: string }

function layOut(company: CompanyInTexts, language: Language, { subject, parts }: Draft): MailContent {
  return {
    subject: oneLine(subject),
    text: `${parts.map(textOf).join('\n\n')}\n`,
    html: htmlOf(company.name[language], language, oneLine(subject), parts),
  }
}

/** Inline styles, since many mail programs drop a style sheet; the sheet is for dark mode. Nothing from outside. */
function htmlOf(company: string, language: Language, subject: string, parts: Part[]) {
  const direction = directionOf(language)
  const body = parts.map(htmlOfPart).join('\n')
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .ground { background: ${DARK.paper} !important }
  .sheet { background: ${DARK.surface} !important; color: ${DARK.ink} !important }
  .dot { color: ${DARK.dot} !important }
  .button { background: ${DARK.ink} !important; color: ${DARK.paper} !important }
  .address { color: ${DARK.ink} !important }
}
</style>
</head>
<body class="ground" dir="${direction}" style="margin:0;padding:24px 12px;background:${LIGHT.paper}">
<div class="sheet" dir="${direction}" style="max-width:560px;margin:0 auto;padding:28px 24px;background:${LIGHT.surface};color:${LIGHT.ink};font:16px/1.6 ${FONTS};text-align:start">
<p style="margin:0 0 24px;font-size:22px;font-weight:600">${escapeHtml(company)}<span class="dot" aria-hidden="true" style="color:${LIGHT.dot}">&#9670;</span></p>
${body}
</div>
</body>
</html>
`
}

const FONTS = "'Readex Pro','Segoe UI',Tahoma,Helvetica,Arial,sans-serif"
const LIGHT = { paper: '#f2f3f0', surface: '#ffffff', ink: '#11141b', dot: '#e8411f' }
const DARK = { paper: '#0e1117', surface: '#171b23', ink: '#f1f2ee', dot: '#ff5b36' }

function textOf(part: Part) {
  if (typeof part === 'string') return part
  if ('link' in part) return part.link
  return `${part.label}: ${part.typed.includes('\n') ? '\n' : ''}${part.typed}`
}

function htmlOfPart(part: Part) {
  if (typeof part === 'string') return paragraph(lines(part))
  if ('link' in part) return button(part)
  const { label, typed } = part
  if (!typed.includes('\n')) return paragraph(`${escapeHtml(label)}: <bdi dir="auto">${escapeHtml(typed)}</bdi>`)
  return `${paragraph(`${escapeHtml(label)}:`)}\n${paragraph(lines(typed), ' dir="auto"')}`
}

const paragraph = (html: string, attributes = '') => `<p${attributes} style="margin:0 0 16px">${html}</p>`

const lines = (text: string) => escapeHtml(text).replace(/\r?\n/g, '<br>')

/** With the address below the button, so that its target can be seen. */
function button({ link, label }: { link: string; label: string }) {
  const href = escapeHtml(link)
  return `<p style="margin:0 0 8px"><a class="button" href="${href}" style="display:inline-block;padding:14px 22px;background:${LIGHT.ink};color:${LIGHT.paper};text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p dir="ltr" style="margin:0 0 16px;font-size:13px;word-break:break-all"><a class="address" href="${href}" style="color:${LIGHT.ink}">${href}</a></p>`
}

const MAX_SUBJECT_LENGTH = 200

/** Against header injection by line breaks. */
function oneLine(text: string) {
  return Array.from(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '))
    .slice(0, MAX_SUBJECT_LENGTH)
    .join('')
}
