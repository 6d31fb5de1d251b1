import { createTranslator } from 'use-intl/core'
import { textsIn } from '#texts/index.ts'
import { directionOf, type Language, localeOf } from '#texts/languages.ts'
import type { MailKind } from '../database/tables.ts'
import { isCvMark } from '../submissions/cv/result.ts'
import { KIND_FACTS } from '../submissions/kinds.ts'
import type { WholeSubmission } from '../submissions/submissions.ts'

export interface MailContent {
  subject: string
  text: string
  html: string
}

/** What a mail says. CVs are never attached: mail is read in too many places. */
export function renderMail(
  kind: Exclude<MailKind, 'letter'>,
  submission: WholeSubmission,
  language: Language,
  { timeZone, link }: MailFacts,
): MailContent {
  if (kind === 'staff') return staffMail(submission, timeZone)
  return kind === 'link' ? newLink(submission, language, link) : confirmation(submission, language, link)
}

interface MailFacts {
  timeZone: string
  /** To the page of whoever has sent it. */
  link: string | undefined
}

const STAFF_LANGUAGE: Language = 'en'

function staffMail(submission: WholeSubmission, timeZone: string): MailContent {
  const say = translator(STAFF_LANGUAGE)
  const { kind, reference, name, email, phone, answers } = submission
  const marks = submission.marks.split(' ').filter(Boolean)
  const senderMarks = marks.filter((mark) => !isCvMark(mark))
  const cvMarks = marks.filter(isCvMark)
  const job = KIND_FACTS[kind].isForJob ? submission.about || say('staff.general') : ''
  const values = { reference, ...(job && { job }), name, email, phone, ...answers }
  const when = new Intl.DateTimeFormat(localeOf(STAFF_LANGUAGE), { dateStyle: 'long', timeStyle: 'short', timeZone })

  return layOut(STAFF_LANGUAGE, {
    subject: say(marks.length > 0 ? 'staff.subjectMarked' : 'staff.subject', {
      kind: say(`kinds.${kind}`),
      reference,
      about: job || submission.about,
    }),
    paragraphs: [
      say('staff.received', { when: when.format(new Date(submission.created_at)), language: submission.language }),
      ...(senderMarks.length > 0 ? [say('staff.marked', { reasons: senderMarks.join(' ') })] : []),
      ...(cvMarks.length > 0
        ? [say('staff.cvMarked', { reasons: cvMarks.map((mark) => say(`cvMarks.${mark}`)).join(' ') })]
        : []),
      ...(submission.cv && !submission.cv.result ? [say('staff.cvNotInspected')] : []),
      ...Object.entries(values).map(
        ([field, value]) => `${say(`staff.fields.${field as 'name'}`)}: ${value.includes('\n') ? '\n' : ''}${value}`,
      ),
      say('staff.show', { reference }),
      ...(submission.cv ? [say('staff.cv', { reference })] : []),
    ],
  })
}

/** Repeats nothing that was typed into the form: otherwise anybody could send any text to any address under the company's name. */
function confirmation(submission: WholeSubmission, language: Language, link: string | undefined): MailContent {
  const { kind, reference, job_id, about, job_title_ar } = submission
  const jobTitle = job_id === null ? '' : (language === 'ar' && job_title_ar) || about
  const say = translator(language)
  const company = textsIn(language).shell.companyName
  return layOut(language, {
    subject: say(`confirmation.subject.${kind}`, { company, reference }),
    paragraphs: [
      say('confirmation.greeting'),
      say(`confirmation.received.${kind}`, { company }),
      ...(jobTitle ? [say('confirmation.job', { job: jobTitle })] : []),
      say('confirmation.reference', { reference }),
      ...(link ? [say(`confirmation.follow.${kind}`), link] : []),
      say('confirmation.notYou'),
      say('confirmation.signature', { company }),
    ],
  })
}

function newLink({ reference }: WholeSubmission, language: Language, link = ''): MailContent {
  const say = translator(language)
  const company = textsIn(language).shell.companyName
  return layOut(language, {
    subject: say('link.subject', { company, reference }),
    paragraphs: [
      say('confirmation.greeting'),
      say('link.text', { reference }),
      link,
      say('link.notYou'),
      say('confirmation.signature', { company }),
    ],
  })
}

/** What a person of the staff wrote, its placeholders filled in. */
export function renderLetter({ subject, body }: { subject: string; body: string }, language: Language): MailContent {
  return layOut(language, { subject, paragraphs: body.split(/\n{2,}/) })
}

function translator(language: Language) {
  return createTranslator({ locale: localeOf(language), messages: textsIn(language), namespace: 'mail' })
}

function layOut(language: Language, { subject, paragraphs }: { subject: string; paragraphs: string[] }): MailContent {
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replace(/\r?\n/g, '<br>')}</p>`).join('\n')
  const direction = directionOf(language)
  return {
    subject: oneLine(subject),
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}" dir="${direction}">\n<body dir="${direction}">\n${body}\n</body>\n</html>\n`,
  }
}

const MAX_SUBJECT_LENGTH = 200

/** Against header injection: what follows a line break in a subject would be a header of the sender's choice. */
function oneLine(text: string) {
  return Array.from(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '))
    .slice(0, MAX_SUBJECT_LENGTH)
    .join('')
}

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
