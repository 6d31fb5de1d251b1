import type { Generated } from 'kysely'
import type { PictureFormat } from '#contract/uploaded-pictures.ts'
import type { Language } from '#texts/languages.ts'
import type { KeptFile } from '../storage/kept-files.ts'

/** Unions that upper layers declare: each adds its own with `declare module`, so that this layer imports none of them. @public */
// biome-ignore lint/suspicious/noEmptyInterface: filled by domain/people.
export interface DeclaredNames {}

type NameOf<Key extends string> = Key extends keyof DeclaredNames ? DeclaredNames[Key] : string

/**
 * The tables as queries see them, the same on SQLite and PostgreSQL: moments and calendar days are ISO texts,
 * booleans are 0 or 1, and a list that is only ever read whole is kept as JSON text.
 */
export interface Tables {
  content_version: ContentVersionTable
  job_requisitions: JobRequisitionsTable
  published_content: PublishedContentTable
  content_records: ContentRecordsTable
  content_parts: ContentPartsTable
  content_revisions: ContentRevisionsTable
  content_locks: ContentLocksTable
  submissions: SubmissionsTable
  submission_answers: SubmissionAnswersTable
  submission_search: SubmissionSearchTable
  submission_notes: SubmissionNotesTable
  submission_events: SubmissionEventsTable
  submission_questions: SubmissionQuestionsTable
  submission_viewers: SubmissionViewersTable
  letters: LettersTable
  letter_submissions: LetterSubmissionsTable
  application_links: ApplicationLinksTable
  link_requests: LinkRequestsTable
  webhooks: WebhooksTable
  webhook_events: WebhookEventsTable
  webhook_deliveries: WebhookDeliveriesTable
  published_jobs: PublishedJobsTable
  job_alerts: JobAlertsTable
  indexing_notices: IndexingNoticesTable
  pictures: PicturesTable
  picture_words: PictureWordsTable
  picture_files: PictureFilesTable
  undo_steps: UndoStepsTable
  saved_views: SavedViewsTable
  letter_templates: LetterTemplatesTable
  cvs: CvsTable
  cv_inspections: CvInspectionsTable
  idempotency_keys: IdempotencyKeysTable
  mails: MailsTable
  audit_trail: AuditTrailTable
  audit_trail_head: AuditTrailHeadTable
  tombstones: TombstonesTable
  queued_jobs: QueuedJobsTable
  daily_jobs: DailyJobsTable
  people: PeopleTable
  passkeys: PasskeysTable
  recovery_codes: RecoveryCodesTable
  sessions: SessionsTable
  known_devices: KnownDevicesTable
  invitations: InvitationsTable
  setup_codes: SetupCodesTable
  sign_in_tries: SignInTriesTable
  server_keys: ServerKeysTable
  spent_proofs: SpentProofsTable
  rate_counters: RateCountersTable
}

export const TABLES_WITH_PERSONAL_DATA = [
  'submissions',
  'submission_answers',
  'submission_search',
  'submission_notes',
  'submission_events',
  'submission_questions',
  'letters',
  'cvs',
  'cv_inspections',
  'idempotency_keys',
  'mails',
  'queued_jobs',
  'undo_steps',
  'saved_views',
  'webhook_events',
  'job_alerts',
] as const satisfies (keyof Tables)[]

type Bilingual<Name extends string> = Record<`${Name}_${Language}`, string>
type JsonText = string
/** One language of a content record, or the fields that all languages share. */
type Part = 'shared' | Language
type YesNo = 0 | 1

/** One row: which loading of content/ the tables hold. */
interface ContentVersionTable {
  id: 1
  version: string
  loaded_at: string
}

/** Every job there has ever been. */
interface JobRequisitionsTable {
  job_id: number
  requisition: string
}

/** One row for each published record of any type; see domain/content/published.ts. */
interface PublishedContentTable extends Record<Part, JsonText> {
  type: string
  id: number
  position: number
  /** Orders records that stand newest first. */
  day: string | null
  /** Filters a list. */
  topic: string | null
  closes_on: string | null
}

/** Content as editors write it. `type` is a content type of domain/content/types. */
interface ContentRecordsTable {
  type: string
  id: number
  position: number
  is_published: YesNo
  created_at: string
  changed_at: string
  /** Who took it from the site, as long as it is not there. */
  unpublished_by: Generated<string | null>
  /** Who put the records of its type in order; null: the order of the files. */
  ordered_by: Generated<string | null>
}

/** One language of a record, or what is the same in all: which of its revisions is the one that counts. */
interface ContentPartsTable {
  type: string
  record_id: number
  part: Part
  /** Grows with every change, so that two people never overwrite each other. */
  version: number
  published_number: Generated<number | null>
  /** The newest text; null where it is published. */
  draft_number: Generated<number | null>
  /** Published at `publish_at`, even if a newer draft exists. */
  scheduled_number: Generated<number | null>
  publish_at: Generated<string | null>
  scheduled_by: Generated<string | null>
  /** Of what was written last, for lists; and folded, for searching. */
  title: string
  words: string
  /** Something stands in another language and not in this one. */
  is_missing: YesNo
  is_behind: YesNo
  /** By field: the other language's text when this one was written, where it has changed since. */
  behind: JsonText
  /** Fields that were behind when the draft began and are updated in it. */
  caught_up: JsonText
}

/** Grows while somebody writes it; never changed once it is published or scheduled, or once somebody else goes on. */
interface ContentRevisionsTable {
  type: string
  record_id: number
  part: Part
  number: number
  fields: JsonText
  /** Null: from the files. */
  author_id: Generated<string | null>
  created_at: string
  changed_at: string
  is_small: YesNo
  restored_from: Generated<number | null>
  published_at: Generated<string | null>
}

/** Presence of an editor; expires when `seen_at` is old. */
interface ContentLocksTable {
  type: string
  record_id: number
  person_id: string
  taken_at: string
  seen_at: string
}

/** Columns that all kinds of submissions share. */
interface SubmissionsTable {
  id: string
  reference: string
  kind: SubmissionKind
  created_at: string
  language: Language
  name: string
  email: string
  /** The address in one spelling, for counting. */
  mailbox: string
  phone: string
  /** The subject, the position, or the title of the job; empty for a general application. */
  about: string
  /** The job as it was numbered then; content/ may be loaded anew without it, so it is no foreign key. */
  job_id: number | null
  /** The English one is what the application is about. */
  job_title_ar: string | null
  /** Reasons to suspect spam, separated by spaces; usually empty. */
  marks: string
  stage: Stage
  stage_since: string
  /** A key of texts/desk; only of those that were declined. */
  decline_reason: Generated<DeclineReason | null>
  /** When somebody first opened it. */
  read_at: Generated<string | null>
  /** When the company first wrote back. */
  answered_at: Generated<string | null>
  /** Until when an answer was promised; see domain/submissions/promises.ts. */
  answer_due_at: string
  /** Who looks after it. */
  assignee_id: Generated<string | null>
  /** Invented, to try the desk with. */
  is_sample: Generated<YesNo>
  /** Grows with every change, so that two people never overwrite each other. */
  version: Generated<number>
  /** The same as in `submission_search`: lists walk in this order. */
  arrival: Generated<number>
}

/** The answers that only this form asks for, but the one that it is about. */
interface SubmissionAnswersTable {
  submission_id: string
  field: string
  answer: string
}

/** Search words and keys for finding duplicates; made by domain/submissions/search-row.ts. */
interface SubmissionSearchTable {
  /** In the order in which they arrived. */
  arrival: number
  submission_id: string
  words: string
  email_key: string
  phone_key: string
  name_key: string
}

/** For the staff alone: no mail is ever made of one. */
interface SubmissionNotesTable {
  id: string
  submission_id: string
  /** Null: from the command line. */
  author_id: string | null
  created_at: string
  note: string
  /** The ids of those who are meant. */
  mentions: JsonText
}

/** The timeline of a submission, deleted with it. */
interface SubmissionEventsTable {
  id: string
  submission_id: string
  happened_at: string
  kind: SubmissionEventKind
  /** Null: the command line or the server. */
  actor_id: string | null
  details: JsonText
}

/** A question of the staff to the sender; its mail has the same id. */
interface SubmissionQuestionsTable {
  id: string
  submission_id: string
  /** Null: from the command line. */
  author_id: string | null
  asked_at: string
  question: string
  answered_at: string | null
  answer: string | null
}

/** Presence of a reader; expires when `seen_at` is old. */
interface SubmissionViewersTable {
  submission_id: string
  person_id: string
  seen_at: string
}

/** A letter of the staff; its mail has the same id. */
interface LettersTable {
  id: string
  kind: 'answer' | 'decline'
  author_id: string | null
  created_at: string
  language: Language
  subject: string
  /** With placeholders: they are filled in when it is sent. */
  body: string
  reply_to: 'me' | 'team'
}

/** One letter may be about several applications of the same person. */
interface LetterSubmissionsTable {
  letter_id: string
  submission_id: string
}

/** With it somebody opens what they have sent; see domain/submissions/links.ts. */
interface ApplicationLinksTable {
  /** Of the token; the token itself is nowhere. */
  hash: string
  /** Null: what it opened is erased. */
  submission_id: string | null
  /** The first is 1; every renewal counts one up. */
  generation: number
  created_at: string
  /** A later one has taken its place, or the staff have ended it. */
  ended_at: string | null
}

/** Uploaded at the desk; those of content/images are files. */
interface PicturesTable {
  id: string
  /** Of the file that was uploaded, for the staff. */
  name: string
  width: number
  height: number
  /** Focal point for cropping; see contract/uploaded-pictures.ts. */
  focus_x: number
  focus_y: number
  /** Needs no alternative text. */
  is_decorative: YesNo
  /** Bytes of all its files. */
  size: number
  uploaded_at: string
  /** Null: from the command line. */
  uploaded_by: string | null
  version: number
}

/** Alternative texts. */
interface PictureWordsTable {
  picture_id: string
  language: Language
  words: string
}

interface PictureFilesTable extends KeptFile {
  picture_id: string
  width: number
  format: PictureFormat
}

/** Who wants a new link, until the mail about it is owed; see domain/candidates/lost-link.ts. */
interface LinkRequestsTable {
  id: string
  /** Invented where no such submission exists, so that both cases look alike. */
  submission_id: string
  asked_at: string
}

/** Another program that is told what happens here; see domain/notifications/webhooks. */
interface WebhooksTable {
  id: string
  url: string
  /** Of which it wants to know. */
  events: JsonText
  format: WebhookFormat
  /** Of the sentences, where the format has some. */
  language: Language
  /** As it was shown once: what is sent is signed with it. */
  secret: string
  created_at: string
  /** Null: from the command line. */
  created_by: string | null
  /** Its receiver said then that it is gone: nothing is told until a test message is taken. */
  off_since: string | null
}

/** Events to deliver. */
interface WebhookEventsTable {
  id: string
  type: WebhookEvent | typeof WEBHOOK_TEST
  /** Of the submission it is about: it goes with it. */
  reference: string | null
  created_at: string
  data: JsonText
}

interface WebhookDeliveriesTable {
  id: string
  event_id: string
  webhook_id: string
  sent_at: string | null
}

/** Jobs that are known to be open, since when; see domain/content/published-jobs.ts. */
interface PublishedJobsTable {
  job_id: number
  published_at: string
}

/** One for each address of a job, as long as a search engine may know it; see domain/notifications/search-engines. */
interface IndexingNoticesTable {
  /** The job's and the language's. */
  id: string
  url: string
  type: 'URL_UPDATED' | 'URL_DELETED'
  /** Of what the address shows: another one is to be told. */
  fingerprint: string
}

/** Who wants to hear of new jobs; see domain/notifications/job-alerts. */
interface JobAlertsTable {
  id: string
  /** Of the token of its link; the token itself is nowhere. */
  hash: string
  email: string
  /** Where mail to this address ends, in one spelling: one alert for each. */
  mailbox: string
  language: Language
  /** Of jobs; all of them where the list is empty. */
  kinds: JsonText
  /** The key of the team; of every team where it is empty. */
  team: string
  created_at: string
  /** When somebody last typed the address. */
  asked_at: string
  confirmed_at: string | null
  /** Jobs published before this moment were mailed. */
  told_until: string
  /** Not before the company's next day. */
  next_mail_at: string
}

/** What a person can take back for a while: ids, stages and the letters that the step withdrew; what is erased is erased here, too. */
interface UndoStepsTable {
  id: string
  person_id: string
  expires_at: string
  changes: JsonText
}

/** Filters that a person of the desk comes back to; a search among them may name a visitor. */
interface SavedViewsTable {
  id: string
  person_id: string
  name: string
  search: string
  created_at: string
}

/** Letters to begin with that the team has written itself. */
interface LetterTemplatesTable extends Bilingual<'name' | 'subject' | 'body'> {
  id: string
  kind: 'answer' | 'decline'
  changed_at: string
  changed_by: string
  version: number
}

interface CvsTable extends KeptFile {
  submission_id: string
  file_name: string
  size: number
  sha256: string
}

/** The result of a CV's inspection. */
interface CvInspectionsTable {
  submission_id: string
  inspected_at: string
  /** A `CvResult`; see domain/submissions/cv/result.ts. */
  result: JsonText
}

interface IdempotencyKeysTable {
  key: string
  kind: SubmissionKind
  body_hash: string
  reference: string
  language: Language
  created_at: string
}

/** A mail, sent or queued under the same id. It names the submission and holds nothing of it. */
interface MailsTable {
  id: string
  reference: string
  kind: MailKind
  language: Language
  message_id: string
  created_at: string
  sent_at: string | null
  /** Why it is held back until the staff release it. */
  withheld: WithheldReason | null
}

/** Acts on personal data, without the data. Triggers refuse updates and deletions. */
interface AuditTrailTable {
  number: number
  happened_at: string
  actor: string
  action: string
  subject: string
  details: JsonText
  previous_hash: string
  /** Of this row and the hash before it. */
  hash: string
}

/** One row, or none as long as the trail is empty: its newest entry. */
interface AuditTrailHeadTable {
  id: number
  number: number
  hash: string
}

/** Submissions that were erased; see domain/submissions/tombstones.ts. */
interface TombstonesTable {
  hash: string
  erased_at: string
}

export const JOB_KINDS = [
  'mail',
  'alert-link',
  'job-alert',
  'webhook',
  'search-engine',
  'cv-inspection',
  'virus-scan',
  'file-deletion',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** Work to be done in the background; a row is deleted once its work is done. See domain/platform/jobs. */
interface QueuedJobsTable {
  id: string
  kind: JobKind
  /** Jobs of one lane run one after the other. */
  lane: string | null
  /** A submission's reference or an alert's id: erasing it deletes its jobs. */
  subject: string | null
  /** Ids only, never a name or an address. */
  payload: JsonText
  created_at: string
  /** Null: given up, or held back until a person releases it. */
  due_at: string | null
  /** Until then one process runs it; a process that died lets it go. */
  leased_until: string | null
  tries: number
  /** A code; never the words of the other server, which may name a person. */
  last_error: string
  is_stuck: YesNo
  /** Counts how often it was enqueued: an earlier run does not settle a later one. */
  version: number
}

/** Jobs that one process runs once a day. */
interface DailyJobsTable {
  name: string
  done_on: string
}

export const SUBMISSION_KINDS = ['contact-message', 'internship-application', 'career-application'] as const
export type SubmissionKind = (typeof SUBMISSION_KINDS)[number]

export const STAGES = [
  'new',
  'in-review',
  'interview',
  'offer',
  'hired',
  'declined',
  'withdrawn',
  'answered',
  'archived',
] as const
export type Stage = (typeof STAGES)[number]

export const DECLINE_REASONS = [
  'not-a-match',
  'another-candidate',
  'job-closed',
  'incomplete',
  'spam',
  'other',
] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]

export type SubmissionEventKind =
  | 'stage'
  | 'assign'
  | 'note'
  | 'read'
  | 'unread'
  | 'cv-opened'
  | 'cv-saved'
  | 'letter'
  | 'letter-withdrawn'
  | 'corrected'
  | 'cv-replaced'
  | 'copied'
  | 'link-renewed'
  | 'link-sent'
  | 'link-ended'
  | 'question'
  | 'question-answered'
  | 'question-withdrawn'
  | 'told'

export const WEBHOOK_EVENTS = [
  'application.submitted',
  'application.stage_changed',
  'application.withdrawn',
  'application.erased',
  'message.received',
  'job.published',
  'job.closed',
] as const
/** Told to one webhook because somebody wants to see whether it arrives. */
export const WEBHOOK_TEST = 'webhook.test'
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** `standard`: the event itself. The others are sentences, as chats take them. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'teams'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** The limit per mailbox or the daily limit of all mails is reached. */
export type WithheldReason = 'mailbox' | 'day'
export type MailKind = 'staff' | 'confirmation' | 'link' | 'news' | 'letter' | 'question'

/** Who works at the desk. A removed person keeps the name, for what they did, and nothing else. */
interface PeopleTable {
  id: string
  name: string
  email: string | null
  role: NameOf<'role'>
  language: Language
  created_at: string
  last_seen_at: Generated<string | null>
  removed_at: Generated<string | null>
  password_hash: Generated<string | null>
  one_time_secret: Generated<string | null>
  /** Time step of the last used one-time code: none works twice. */
  one_time_step: Generated<number | null>
  preferences: Generated<JsonText>
  /** Until when the person has seen what there is in the inbox. */
  looked_at: Generated<string | null>
}

interface PasskeysTable {
  id: string
  person_id: string
  public_key: string
  counter: number
  transports: JsonText
  label: string
  created_at: string
  last_used_at: string | null
}

/** Unused codes. */
interface RecoveryCodesTable {
  hash: string
  person_id: string
}

interface SessionsTable {
  id: string
  secret_hash: string
  person_id: string
  created_at: string
  last_seen_at: string
  proved_at: string
  agent: string
}

/** Browsers that have signed in before. */
interface KnownDevicesTable {
  hash: string
  person_id: string
  created_at: string
}

/** Open invitations; an accepted or withdrawn one is deleted. */
interface InvitationsTable {
  id: string
  secret_hash: string
  /** Whose keys are made anew; null for somebody who joins. */
  person_id: string | null
  name: string
  email: string
  role: NameOf<'role'>
  language: Language
  invited_by: string | null
  created_at: string
  expires_at: string
}

interface SetupCodesTable {
  hash: string
  expires_at: string
}

/** Failed sign-ins by account, browser and address, each as a hash. */
interface SignInTriesTable {
  key: string
  tries: number
  next_at: string
  last_at: string
}

/** One secret for each purpose, the same for all processes. */
interface ServerKeysTable {
  purpose:
    | 'receipts'
    | 'proofs'
    | 'passkeys'
    | 'application-links'
    | 'job-alerts'
    | 'previews'
    /** Of one record, like `previews/jobs/3`, since its links were ended. */
    | `previews/${string}`
    | 'rate-counters'
    | 'storage'
  secret: string
  created_at: string
}

/** Used proofs of work, until they expire. */
interface SpentProofsTable {
  hash: string
  expires_at: string
}

/** Counts within a time window; the key is a keyed hash. */
interface RateCountersTable {
  key: string
  count: number
  expires_at: string
}
