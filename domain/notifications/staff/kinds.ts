import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DeskTexts } from '#texts/desk/index.ts'
import { type Holder, mayDoSomewhere, type Right } from '../../people/rights.ts'
import { IS_WAITING } from '../../submissions/list-submissions.ts'
import { WAITING_STAGES } from '../../submissions/stages.ts'
import { PROCESSES } from '../addresses.ts'
import type { Delivery } from './deliveries.ts'

interface Kind {
  about: keyof typeof RIGHT_TO_SEE
  delivery: Delivery
  /** False once it is undone or settled. Knows the tables `notifications` and `submissions`. */
  holds?: RawBuilder<SqlBool>
  /** Never at once: a second reminder. */
  waitsForDigest?(details: NotificationDetails): boolean
  /** Leaves without the pause for others about the same record, also in quiet hours. */
  isUrgent?(details: NotificationDetails, isToday: (moment: string) => boolean): boolean
}

/** `at` is a moment, `act` selects words of the sentence. Never a visitor's words. */
export interface NotificationDetails {
  at?: string
  act?: string
}

const RIGHT_TO_SEE = {
  submission: 'submissions.read',
  scorecard: 'submissions.rate',
  record: 'content.change',
  process: 'submissions.read',
} as const satisfies Record<string, Right>

const NOTE_EXISTS = sql<SqlBool>`exists (select 1 from submission_notes where submission_notes.id = notifications.cause)`
const IS_ASSIGNEE = sql<SqlBool>`submissions.assignee_id = notifications.person_id`
/** Knows `submissions` and the column with the interviewer's id. Somebody who was declined or hired needs no card any more. */
export const IS_CARD_MISSING = (interviewer: string) =>
  sql<SqlBool>`(submissions.stage in (${sql.join(WAITING_STAGES.map((stage) => sql.lit(stage)))})
    and not exists (select 1 from scorecards where scorecards.submission_id = submissions.id
      and scorecards.author_id = ${sql.ref(interviewer)} and (sent_at is not null or waived_at is not null)))`

const WAS_INTERVIEWER = sql<SqlBool>`exists (select 1 from interviews
  inner join interview_people on interview_people.interview_id = interviews.id
  where interviews.submission_id = submissions.id and interviews.state = 'chosen'
    and interviews.ends_at = notifications.cause and interview_people.person_id = notifications.person_id)`

const RECORD_EXISTS = sql<SqlBool>`exists (select 1 from content_records
  where notifications.subject = content_records.type || '/' || content_records.id)`

const COMMENT_EXISTS = sql<SqlBool>`exists (select 1 from content_comments
  where content_comments.id = notifications.cause and resolved_at is null)`

const IS_ON_TEAM = sql<SqlBool>`exists (select 1 from team_members
  where team_members.person_id = notifications.person_id
    and notifications.subject = ${PROCESSES} || team_members.process)`

/**
 * Every kind, in the order of the settings. Its texts stand under the same name in texts/desk/<language>/notifications.json.
 * A subscriber in subscribers.ts, or the job, says who is told.
 */
const KINDS = {
  /** Who is named in a note. */
  mention: { about: 'submission', delivery: 'at-once', holds: NOTE_EXISTS },
  /** Who it is assigned to. */
  assignment: { about: 'submission', delivery: 'at-once', holds: IS_ASSIGNEE },
  /** The assignee, and who asked the question that is answered. */
  'sender-acted': { about: 'submission', delivery: 'at-once' },
  /** The interviewers, who proposed it, and the assignee. */
  interview: {
    about: 'submission',
    delivery: 'at-once',
    isUrgent: ({ at = '' }, isToday) => isToday(at),
  },
  /** Interviewers, some time after the end. */
  'scorecard-missing': {
    about: 'scorecard',
    delivery: 'at-once',
    holds: sql<SqlBool>`(${IS_CARD_MISSING('notifications.person_id')} and ${WAS_INTERVIEWER})`,
    waitsForDigest: ({ act }) => act === 'again',
  },
  /** The assignee. */
  'late-promise': {
    about: 'submission',
    delivery: 'digest',
    holds: sql<SqlBool>`(${IS_WAITING} and ${IS_ASSIGNEE} and submissions.answer_due_at = notifications.cause)`,
  },
  /** Who was put on the team of a process. */
  team: { about: 'process', delivery: 'at-once', holds: IS_ON_TEAM },
  /** Who is asked, and who asked. */
  review: { about: 'record', delivery: 'at-once', holds: RECORD_EXISTS },
  /** Who wrote the text or in the thread. */
  comment: { about: 'record', delivery: 'digest', holds: COMMENT_EXISTS },
  /** Who had scheduled it. */
  'schedule-failed': { about: 'record', delivery: 'at-once', holds: RECORD_EXISTS },
} as const satisfies Record<keyof DeskTexts['notifications']['kinds'], Kind>

export type NotificationKind = keyof typeof KINDS
declare module '../../platform/database/tables.ts' {
  interface DeclaredNames {
    notification: NotificationKind
  }
}

export const kindOfNotification = (kind: NotificationKind): Kind => KINDS[kind]

export const NOTIFICATION_KINDS = Object.keys(KINDS) as [NotificationKind, ...NotificationKind[]]

export const kindsSeenBy = (holder: Holder) =>
  NOTIFICATION_KINDS.filter((kind) => mayDoSomewhere(holder, RIGHT_TO_SEE[kindOfNotification(kind).about]))
