import { createTranslator } from 'use-intl/core'
import { textsIn } from '#texts/index.ts'
import { directionOf, type Language, localeOf } from '#texts/languages.ts'
import type { MailKind } from '../database/tables.ts'
import type { WholeSubmission } from '../submissions/submissions.ts'

export interface Letter {
  subject: string
  text: string
  html: string
}

export interface Circumstances {
  timeZone: string
  /** In the language of the letter; empty for a general application and for the other forms. */
  jobTitle: string
}

/** What a mail says. CVs are never in it: mail is read in too many places. */
export function writeLetter(
  kind: MailKind,
  submission: WholeSubmission,
  language: Language,
  circumstances: Circumstances,
): Letter {
  return kind === 'staff' ? toStaff(submission, circumstances) : toSender(submission, language, circumstances)
}

const STAFF_LANGUAGE: Language = 'en'

function toStaff(submission: WholeSubmission, { timeZone, jobTitle }: Circumstances): Letter {
  const say = translator(STAFF_LANGUAGE)
  const { kind, reference, name, email, phone, answers } = submission
  const isMarked = submission.doubtful === 1
  const job = kind === 'career-application' ? jobTitle || say('staff.general') : ''
  const values = { reference, ...(job && { job }), name, email, phone, ...answers }
  const when = new Intl.DateTimeFormat(localeOf(STAFF_LANGUAGE), { dateStyle: 'long', timeStyle: 'short', timeZone })

  return letter(STAFF_LANGUAGE, {
    subject: say(isMarked ? 'staff.subjectMarked' : 'staff.subject', {
      kind: say(`kinds.${kind}`),
      reference,
      about: job || submission.about,
    }),
    paragraphs: [
      say('staff.received', { when: when.format(new Date(submission.created_at)), language: submission.language }),
      ...(isMarked ? [say('staff.marked', { reasons: submission.doubtful_reasons })] : []),
      ...Object.entries(values).map(
        ([field, value]) => `${say(`staff.fields.${field as 'name'}`)}: ${value.includes('\n') ? '\n' : ''}${value}`,
      ),
      say('staff.show', { reference }),
      ...(submission.cv ? [say('staff.cv', { reference })] : []),
    ],
  })
}

/** Nothing that was typed into the form comes back: it would let a stranger send his words to anybody under the company's name. */
function toSender({ kind, reference }: WholeSubmission, language: Language, { jobTitle }: Circumstances): Letter {
  const say = translator(language)
  const company = textsIn(language).shell.companyName
  return letter(language, {
    subject: say('confirmation.subject', { reference }),
    paragraphs: [
      say('confirmation.greeting'),
      say(`confirmation.received.${kind}`, { company }),
      ...(jobTitle ? [say('confirmation.job', { job: jobTitle })] : []),
      say('confirmation.reference', { reference }),
      say('confirmation.notYou'),
      say('confirmation.signature', { company }),
    ],
  })
}

function translator(language: Language) {
  return createTranslator({ locale: localeOf(language), messages: textsIn(language), namespace: 'mail' })
}

function letter(language: Language, { subject, paragraphs }: { subject: string; paragraphs: string[] }): Letter {
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replace(/\r?\n/g, '<br>')}</p>`).join('\n')
  const direction = directionOf(language)
  return {
    subject: oneLine(subject),
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}" dir="${direction}">\n<body dir="${direction}">\n${body}\n</body>\n</html>\n`,
  }
}

const LONGEST_SUBJECT = 200

/** A header ends where its line ends: what follows a line break would be a header of the stranger's choice. */
function oneLine(text: string) {
  return Array.from(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '))
    .slice(0, LONGEST_SUBJECT)
    .join('')
}

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
