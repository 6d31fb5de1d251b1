import type { Generated } from 'kysely'
import type { HeardOf, QuestionKind } from '#contract/constants.ts'
import type { PictureFormat } from '#contract/uploaded-pictures.ts'
import type { Language } from '#texts/languages.ts'
import type { KeptFile } from '../storage/kept-files.ts'

/** Unions that upper layers declare: each adds its own with `declare module`, so that this layer imports none of them. @public */
// biome-ignore lint/suspicious/noEmptyInterface: filled by domain/notifications.
export interface DeclaredNames {}

type NameOf<Key extends string> = Key extends keyof DeclaredNames ? DeclaredNames[Key] : string

type Texts<Columns extends string> = Record<Columns, string>
type OptionalTexts<Columns extends string> = Record<Columns, string | null>
type Numbers<Columns extends string> = Record<Columns, number>
type JsonText = string
/** One language of a content record, or the fields that all languages share. */
type Part = 'shared' | Language
type YesNo = 0 | 1

/**
 * The tables as queries see them, the same on SQLite and PostgreSQL: moments and calendar days are ISO texts,
 * booleans are 0 or 1, and a list that is only ever read whole is kept as JSON text. Ids of people are null for the command line.
 */
export interface Tables {
  content_version: Texts<'version' | 'loaded_at'> & { id: 1 }
  /** Every job there has ever been. */
  job_requisitions: { job_id: number; requisition: string }
  published_content: PublishedContentTable
  content_records: ContentRecordsTable
  content_parts: ContentPartsTable
  content_revisions: ContentRevisionsTable
  redirects: RedirectsTable
  /** `place`: the field that is written in, as `part.field`. */
  content_locks: Texts<'type' | 'person_id' | 'taken_at' | 'seen_at'> & { record_id: number; place: string | null }
  /** Chosen by the company, by name. */
  desk_settings: Texts<'name' | 'value' | 'changed_at'> & { changed_by: string | null }
  /** At most one of a record: who is to review it, or has returned it. */
  content_reviews: ContentReviewsTable
  content_comments: ContentCommentsTable
  content_imports: ContentImportsTable
  /** Jobs that are known to be open, since when. */
  published_jobs: { job_id: number; published_at: string }
  pictures: PicturesTable
  /** Alternative texts. */
  picture_words: { picture_id: string; language: Language; words: string }
  picture_files: KeptFile & { picture_id: string; width: number; format: PictureFormat }

  submissions: SubmissionsTable
  /** Answers that only this form asks for. */
  submission_answers: Texts<'submission_id' | 'field' | 'answer'>
  /** Answers to the questions of the job, each with the question as it was asked. */
  submission_job_answers: SubmissionJobAnswersTable
  submission_search: Texts<'submission_id' | 'words' | 'email_key' | 'phone_key' | 'name_key'> & { arrival: number }
  /** For the staff alone. `mentions` holds the ids of people. */
  submission_notes: Texts<'id' | 'submission_id' | 'created_at' | 'note' | 'mentions'> & { author_id: string | null }
  submission_events: SubmissionEventsTable
  submission_questions: SubmissionQuestionsTable
  submission_reads: Texts<'submission_id' | 'person_id' | 'read_at'>
  submission_viewers: Texts<'submission_id' | 'person_id' | 'seen_at'>
  cvs: KeptFile & Texts<'submission_id' | 'file_name' | 'sha256'> & { size: number }
  /** `result` is a `CvResult` as JSON. */
  cv_inspections: Texts<'submission_id' | 'inspected_at' | 'result'>
  /** Stages, questions and criteria of a job, `general` or `internship`; without a row the company's stages apply. */
  hiring_processes: HiringProcessesTable
  /** For the staff, and in the candidate's copy of their data. */
  scorecards: ScorecardsTable
  cv_texts: CvTextsTable
  /** One for each mailbox that wrote; merged ones share a root. */
  candidates: CandidatesTable
  /** Pairs that a colleague said are two people. */
  candidate_differences: Texts<'candidate_id' | 'other_id' | 'said_at'> & { said_by: string | null }
  tags: Texts<'id' | 'name' | 'name_key' | 'created_at'> & { created_by: string | null }
  candidate_tags: Texts<'candidate_id' | 'tag_id' | 'added_at'> & { added_by: string | null }
  decline_reasons: DeclineReasonsTable
  /** Of a day or a month of the company; `sums` is a `Sums` as JSON. */
  report_sums: { period: string; sums: JsonText }
  /** One row, or none: all days before `summed_until` are summed, by this clock. */
  report_state: Texts<'time_zone' | 'summed_until'> & { id: 1 }
  /** Arrivals whose day is to be summed again. Triggers of `submissions` add them. */
  report_changes: Texts<'id' | 'arrived_at'>
  /** Daily sums of visits, by language. */
  visitor_sums: Texts<'day' | 'value'> & { subject: NameOf<'visitor-subject'>; language: Language; count: number }
  idempotency_keys: IdempotencyKeysTable
  tombstones: Texts<'hash' | 'erased_at'>
  undo_steps: Texts<'id' | 'person_id' | 'expires_at' | 'changes'>
  saved_views: Texts<'id' | 'person_id' | 'name' | 'search' | 'created_at'>

  letters: LettersTable
  /** One letter may be about several applications of the same person. */
  letter_submissions: Texts<'letter_id' | 'submission_id'>
  letter_templates: LetterTemplatesTable
  application_links: ApplicationLinksTable
  /** `submission_id` is invented where no such submission exists, so that both cases look alike. */
  link_requests: Texts<'id' | 'submission_id' | 'asked_at'>
  mails: MailsTable
  notifications: NotificationsTable
  notification_settings: NotificationSettingsTable
  /** As they arrived; a row is deleted once the queue has read it. */
  incoming_mails: KeptFile & Texts<'id' | 'received_at' | 'hash'> & { size: number; is_cut: YesNo }
  replies: RepliesTable
  attachments: AttachmentsTable
  /** How far each mailbox of replies was read. */
  mailboxes: Texts<'name' | 'uid_validity' | 'read_at' | 'last_error'> & {
    last_uid: number
    failing_since: string | null
  }

  interviews: InterviewsTable
  interview_people: Texts<'interview_id' | 'person_id'>
  /** May be offered to several candidates; `interview_id` is of the one who took it. */
  interview_slots: Texts<'id' | 'starts_at' | 'ends_at'> & OptionalTexts<'interview_id'>
  interview_offers: Texts<'interview_id' | 'slot_id'>
  /** Booked quarters of an hour: the key keeps a person out of two interviews at once. */
  interviewer_quarters: Texts<'person_id' | 'starts_at' | 'interview_id'>
  /** A candidate asks to be called. */
  call_requests: Texts<'submission_id' | 'asked_at' | 'phone' | 'times'> & OptionalTexts<'done_at' | 'done_by'>
  calendar_feeds: Texts<'person_id' | 'hash' | 'created_at'>

  webhooks: WebhooksTable
  webhook_events: WebhookEventsTable
  webhook_deliveries: Texts<'id' | 'event_id' | 'webhook_id'> & { sent_at: string | null }
  job_alerts: JobAlertsTable
  /** One for each address of a job that a search engine may know; another fingerprint is to be told. */
  indexing_notices: Texts<'id' | 'url' | 'fingerprint'> & { type: 'URL_UPDATED' | 'URL_DELETED' }

  audit_trail: AuditTrailTable
  /** One row with the newest entry, or none while the trail is empty. */
  audit_trail_head: { id: number; number: number; hash: string }
  queued_jobs: QueuedJobsTable
  daily_jobs: Texts<'name' | 'done_on'>
  server_keys: ServerKeysTable
  spent_proofs: Texts<'hash' | 'expires_at'>
  /** The key is a keyed hash. */
  rate_counters: { key: string; count: number; expires_at: string }

  people: PeopleTable
  team_members: TeamMembersTable
  passkeys: PasskeysTable
  recovery_codes: Texts<'hash' | 'person_id'>
  /** A session of a recovery code may only set a new factor. */
  sessions: Texts<'id' | 'secret_hash' | 'person_id' | 'created_at' | 'last_seen_at' | 'proved_at' | 'agent'> & {
    is_recovery: YesNo
  }
  known_devices: Texts<'hash' | 'person_id' | 'created_at'>
  invitations: InvitationsTable
  setup_codes: Texts<'hash' | 'expires_at'>
  identities: Texts<'issuer' | 'subject' | 'person_id' | 'created_at'>
  releases: Texts<'version' | 'first_used_at'>
  /** Failed sign-ins by account, browser and address, each as a hash. */
  sign_in_tries: Texts<'key' | 'next_at' | 'last_at'> & { tries: number }
}

export const TABLES_WITH_PERSONAL_DATA = [
  'identities',
  'submissions',
  'submission_answers',
  'submission_job_answers',
  'submission_search',
  'submission_notes',
  'submission_events',
  'submission_reads',
  'notifications',
  'submission_questions',
  'scorecards',
  'letters',
  'replies',
  'attachments',
  'incoming_mails',
  'cvs',
  'cv_inspections',
  'cv_texts',
  'candidates',
  'candidate_differences',
  'candidate_tags',
  'idempotency_keys',
  'mails',
  'interviews',
  'call_requests',
  'queued_jobs',
  'undo_steps',
  'saved_views',
  'webhook_events',
  'job_alerts',
] as const satisfies (keyof Tables)[]

interface PublishedContentTable
  extends Record<Part, JsonText>,
    Numbers<'id' | 'position'>,
    OptionalTexts<'day' | 'topic' | 'closes_on'> {
  type: string
}

/** Content as editors write it. */
interface ContentRecordsTable extends Texts<'type' | 'created_at' | 'changed_at'>, Numbers<'id' | 'position'> {
  is_published: YesNo
  /** Who took it from the site, as long as it is not there. */
  unpublished_by: string | null
  /** Who put the records of its type in order; null: the order of the files. */
  ordered_by: string | null
  /** Made by the editor's browser, so that a repeated request makes no second record. */
  creation_key: string | null
}

interface PartKey {
  type: string
  record_id: number
  part: Part
}

/** Which revisions of a part count. */
interface ContentReviewsTable extends Texts<'type' | 'id' | 'asked_by' | 'reviewer_id' | 'words' | 'changed_at'> {
  record_id: number
  state: 'asked' | 'returned'
}

/** The first comment of a thread has its id, and says whether the thread is resolved. */
interface ContentCommentsTable
  extends Texts<'id' | 'type' | 'field' | 'thread_id' | 'author_id' | 'words' | 'created_at'>,
    OptionalTexts<'resolved_at' | 'resolved_by'> {
  record_id: number
  part: Part
}

interface ContentPartsTable extends PartKey, OptionalTexts<'publish_at' | 'scheduled_by'> {
  /** Optimistic lock. */
  version: number
  published_number: number | null
  /** The newest text; null where it is published. */
  draft_number: number | null
  /** Published at `publish_at`, even if a newer draft exists. */
  scheduled_number: number | null
  title: string
  /** The title folded, for searching. */
  words: string
  /** Another language has a text that this one lacks. */
  is_missing: YesNo
  is_behind: YesNo
  /** By field: the other language's text when this one was written, where it has changed since. */
  behind: JsonText
  /** Fields that were behind when the draft began and are updated in it. */
  caught_up: JsonText
}

/** Frozen once it is published or scheduled, or another author goes on. */
interface ContentRevisionsTable extends PartKey, Texts<'created_at' | 'changed_at'> {
  number: number
  fields: JsonText
  /** Null: from the files. */
  author_id: string | null
  is_small: YesNo
  restored_from: number | null
  published_at: string | null
}

interface SubmissionsTable
  extends Texts<'id' | 'reference' | 'created_at' | 'name' | 'email' | 'phone' | 'stage_since' | 'answer_due_at'>,
    OptionalTexts<'handled_at' | 'answered_at' | 'assignee_id' | 'job_title_ar'> {
  kind: SubmissionKind
  /** Null: not answered, or a sample. */
  answered_by: 'letter' | AnswerChannel | null
  language: Language
  /** The address in one spelling, for counting. */
  mailbox: string
  /** The subject, the position, or the English title of the job; empty for a general application. */
  about: string
  /** No foreign key: content/ may be loaded anew without the job. */
  job_id: number | null
  /** Reasons to suspect spam, separated by spaces; usually empty. */
  marks: string
  stage: Stage
  /** A stage of the job's own within `stage`; empty: the company's. */
  step: Generated<string>
  /** The id of one of the company's reasons. */
  decline_reason: string | null
  /** The colleague who entered it; null: the sender did. */
  added_by: Generated<string | null>
  added_as: Generated<AddedAs | null>
  /** The word of the link, or the name of the site, by which the sender came. */
  source: Generated<string | null>
  campaign: Generated<string | null>
  /** A host. */
  referring_site: Generated<string | null>
  /** The applicant's own answer to how they heard of the job. */
  heard_of: Generated<HeardOf | null>
  /** The furthest stage that was not undone, by its place in `REACHABLE`. */
  reached: Generated<number>
  /** When the sender could first read or hear a person's answer. */
  first_answer_at: Generated<string | null>
  is_sample: Generated<YesNo>
  /** Optimistic lock. */
  version: Generated<number>
  /** The same as in `submission_search`: lists walk in this order. */
  arrival: Generated<number>
  /** The same as in `submission_search`: lists are sorted by it. */
  name_key: Generated<string>
}

interface SubmissionJobAnswersTable extends Texts<'submission_id' | 'question_id' | 'question' | 'answer'> {
  position: number
  kind: QuestionKind
  is_knock_out: YesNo
  /** For recruiters, and hiring managers where the process shows salaries. */
  is_confidential: Generated<YesNo>
}

interface HiringProcessesTable extends Texts<'process' | 'changed_at'>, OptionalTexts<'changed_by'> {
  /** Optimistic lock. */
  version: number
  stages: JsonText
  questions: JsonText
  criteria: JsonText
  /** To hiring managers. */
  shows_salaries: Generated<YesNo>
  shows_reasons: Generated<YesNo>
}

/** One for each person and application. Neither sent nor waived: a draft. */
interface ScorecardsTable
  extends Texts<'id' | 'submission_id' | 'author_id' | 'summary' | 'created_at' | 'changed_at'>,
    OptionalTexts<'sent_at' | 'waived_at'> {
  /** Optimistic lock. */
  version: number
  /** As they were when the card was begun. */
  criteria: JsonText
  ratings: JsonText
  recommendation: number | null
  /** Written after sending. */
  additions: JsonText
}

interface SubmissionEventsTable extends Texts<'id' | 'submission_id' | 'happened_at'> {
  kind: SubmissionEventKind
  actor_id: string | null
  details: JsonText
}

/** Its mail has the same id. */
type SubmissionQuestionsTable = Texts<'id' | 'submission_id' | 'asked_at' | 'question'> &
  OptionalTexts<'author_id' | 'answered_at' | 'answer'> & {
    /** Null: the submission's. */
    language: Language | null
  }

interface CandidatesTable
  extends Texts<'id' | 'mailbox' | 'root_id' | 'created_at'>,
    OptionalTexts<'merged_into' | 'merged_at' | 'merged_by' | 'rated_by' | 'rated_at'>,
    OptionalTexts<'pool_until' | 'pool_agreed_on' | 'pool_by' | 'pool_asked_at'> {
  /** Of the newest application among all that are merged; null for one who only sent messages, or is merged. */
  applied_arrival: number | null
  /** From 1 to 5. */
  rating: number | null
  /** How they agreed to stay in the talent pool. */
  pool_channel: ConsentChannel | null
}

interface DeclineReasonsTable extends Texts<'id' | `name_${Language}`> {
  position: number
  /** Still names the reason of earlier applications. */
  removed_at: string | null
  version: number
}

interface CvTextsTable extends Texts<'submission_id' | 'read_at'> {
  outcome: CvTextOutcome
  /** A list of texts, one for each page. */
  pages: JsonText
}

/** `cut`: longer than what is kept. `none`: a scan. `unreadable`: locked, damaged or too heavy. */
type CvTextOutcome = 'whole' | 'cut' | 'none' | 'unreadable'

interface IdempotencyKeysTable extends Texts<'key' | 'body_hash' | 'reference' | 'created_at'> {
  kind: SubmissionKind
  language: Language
}

/** Its mail has the same id. The body has placeholders, filled in when it is sent; `sent_…` is what the mail server got. */
interface LettersTable
  extends Texts<'id' | 'created_at' | 'subject' | 'body'>,
    OptionalTexts<'sent_subject' | 'sent_text' | 'sent_to'> {
  kind: 'answer' | 'decline'
  author_id: string | null
  language: Language
  reply_to: 'me' | 'team'
}

interface LetterTemplatesTable
  extends Texts<'id' | 'changed_at' | 'changed_by' | `${'name' | 'subject' | 'body'}_${Language}`> {
  kind: 'answer' | 'decline'
  version: number
}

interface ApplicationLinksTable {
  /** Of the token, which is not stored. */
  hash: string
  /** Null: the submission is erased. */
  submission_id: string | null
  /** The first is 1; every renewal counts one up. */
  generation: number
  created_at: string
  ended_at: string | null
}

/** A mail, sent or queued under the same id. It names the submission and holds nothing of it. */
interface MailsTable extends Texts<'id' | 'reference' | 'message_id' | 'created_at'> {
  kind: MailKind
  language: Language
  sent_at: string | null
  /** Why it is held back until the staff release it. */
  withheld: WithheldReason | null
  /** It came back for good, with the code of RFC 3463. */
  bounced_at: Generated<string | null>
  bounce_code: Generated<string | null>
}

/** Something that a colleague should know. The same cause again renews its row. */
interface NotificationsTable
  extends Texts<'person_id' | 'cause' | 'id' | 'created_at'>,
    OptionalTexts<'submission_id' | 'actor_id' | 'read_at'> {
  kind: NameOf<'notification'>
  /** `submissions/<id>`, or `<type>/<id>` of a content record. */
  subject: string
  /** Values for its sentence, never a visitor's words. */
  details: JsonText
  /** Also where it is settled that no mail goes out. */
  mailed_at: string | null
}

/** A person without a row has the defaults. Hours are of the company's clock. */
interface NotificationSettingsTable extends Numbers<'quiet_from' | 'quiet_until'> {
  person_id: string
  /** Deliveries by kind; others have their default. */
  choices: JsonText
  quiet_closed_days: YesNo
  /** A list of processes; null: all. */
  jobs: JsonText | null
  /** When the mail server last refused the person's address. */
  refused_at: string | null
  /** The company's day of the last digest. */
  digested_on: string | null
}
/** A mail that came in. Without a submission it is in the tray. */
interface RepliesTable
  extends Texts<
      'id' | 'received_at' | 'message_key' | 'from_address' | 'from_name' | 'subject' | 'text' | 'whole_text'
    >,
    OptionalTexts<'submission_id' | 'mail_id' | 'bounce_code' | 'author_id'> {
  kind: ReplyKind
  /** The sender's address in one spelling. */
  mailbox: string
  /** Not the address that the submission came from. */
  is_other_address: YesNo
  /** Files that were too large: `name` and `size`. */
  dropped: JsonText
  held_because: HeldReply | null
}

/** Of a letter, of a reply, or with neither begun for a letter. `result` is a `CvResult` as JSON, for a PDF that came in. */
interface AttachmentsTable
  extends KeptFile,
    Texts<'id' | 'created_at' | 'file_name' | 'type' | 'sha256'>,
    OptionalTexts<'submission_id' | 'letter_id' | 'reply_id' | 'author_id' | 'result'>,
    Numbers<'position' | 'size'> {}

/** May be undone until `told_at`; notifications wait for it. */
interface InterviewsTable
  extends Texts<'id' | 'submission_id' | 'created_at' | 'told_at' | 'location' | 'note' | 'choose_until'>,
    Numbers<'minutes' | 'buffer_minutes' | 'change_hours' | 'moves' | 'sequence' | 'version'>,
    OptionalTexts<
      | 'created_by'
      | 'slot_id'
      | 'starts_at'
      | 'ends_at'
      | 'ended_at'
      | 'unsuitable'
      | 'unsuitable_at'
      /** As it was before the last change by staff, which can be undone until `told_at`. */
      | 'former'
    > {
  state: InterviewState
  place: InterviewPlace
  cancelled_by: 'candidate' | 'staff' | null
}

interface PicturesTable
  extends Texts<'id' | 'name' | 'uploaded_at'>,
    Numbers<'width' | 'height' | 'focus_x' | 'focus_y' | 'version'> {
  is_decorative: YesNo
  /** Bytes of all its files. */
  size: number
  uploaded_by: string | null
}

interface WebhooksTable extends Texts<'id' | 'url' | 'secret' | 'created_at'>, OptionalTexts<'created_by'> {
  events: JsonText
  format: WebhookFormat
  language: Language
  /** The receiver answered 410 Gone then: nothing is sent until a test message is taken. */
  off_since: string | null
}

interface WebhookEventsTable {
  id: string
  type: WebhookEvent | typeof WEBHOOK_TEST
  /** Of the submission: the event is deleted with it. */
  reference: string | null
  created_at: string
  data: JsonText
}

interface JobAlertsTable extends Texts<'id' | 'email' | 'created_at' | 'asked_at'> {
  /** Of the token of its link, which is not stored. */
  hash: string
  /** The address in one spelling: one alert for each. */
  mailbox: string
  language: Language
  /** Empty means all. */
  kinds: JsonText
  /** Empty means every team. */
  team: string
  confirmed_at: string | null
  /** Jobs published before this moment were mailed. */
  told_until: string
  /** Not before the company's next day. */
  next_mail_at: string
}

/** Acts on personal data, without the data. Triggers refuse updates and deletions. */
interface AuditTrailTable extends Texts<'happened_at' | 'actor' | 'action' | 'subject' | 'previous_hash'> {
  number: number
  details: JsonText
  /** Of this row and the hash before it. */
  hash: string
}

export const JOB_KINDS = [
  'mail',
  'account-mail',
  'notification',
  'erasure-mail',
  'sign-in-failure',
  'alert-link',
  'job-alert',
  'webhook',
  'search-engine',
  'cache-purge',
  'cv-inspection',
  'cv-text',
  'virus-scan',
  'reply',
  'mailbox',
  'file-deletion',
  'content-import',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** A row is deleted once its work is done. */
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

/** Ways to answer a person without a letter of the desk. */
export const ANSWER_CHANNELS = ['telephone', 'whatsapp', 'email', 'in-person'] as const
export type AnswerChannel = (typeof ANSWER_CHANNELS)[number]

/** How a person agreed to stay in the talent pool. */
export const CONSENT_CHANNELS = ['page', 'email', 'telephone', 'in-person'] as const
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number]

/** How an application that a colleague entered came to the company. */
export const ADDED_AS = ['added', 'referral'] as const
export type AddedAs = (typeof ADDED_AS)[number]

export type SubmissionEventKind =
  | 'stage'
  | 'answered'
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
  | 'contacted'
  | 'contact-opened'
  | 'added'
  | 'cv-added'
  | 'interview-proposed'
  | 'interview-chosen'
  | 'interview-moved'
  | 'interview-cancelled'
  | 'interview-undone'
  | 'interview-unsuitable'
  | 'call-asked'
  | 'call-done'
  | 'reply-received'
  | 'reply-assigned'
  | 'reply-pasted'
  | 'automatic-reply'
  | 'bounced'
  | 'step'
  | 'scorecard'

/** `replaced`: other times were proposed instead. */
type InterviewState = 'proposed' | 'chosen' | 'cancelled' | 'replaced'

export const INTERVIEW_PLACES = ['video', 'office', 'phone'] as const
export type InterviewPlace = (typeof INTERVIEW_PLACES)[number]

export const WEBHOOK_EVENTS = [
  'application.submitted',
  'application.stage_changed',
  'application.withdrawn',
  'application.erased',
  'message.received',
  'job.published',
  'job.closed',
] as const
/** A trial delivery to one webhook. */
export const WEBHOOK_TEST = 'webhook.test'
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** `standard`: the event itself. The others are sentences, as chats take them. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'teams'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** The limit per mailbox or the daily limit of all mails is reached. */
export type WithheldReason = 'mailbox' | 'day'
export type MailKind =
  | 'staff'
  | 'confirmation'
  | 'link'
  | 'news'
  | 'letter'
  | 'question'
  | 'interview-times'
  | 'interview'
  | 'interview-reminder'
/** Kind of an incoming mail; a colleague copied in `pasted` ones. */
export type ReplyKind = 'reply' | 'automatic' | 'bounce' | 'pasted'
/** Why a mail waits in the tray. */
export type HeldReply = 'unknown' | 'erased' | 'many' | 'copied' | 'unreadable'

/** Of a process: a job's id, `general` or `internship`. */
interface TeamMembersTable extends Texts<'process' | 'person_id' | 'added_at'>, OptionalTexts<'added_by'> {
  role: NameOf<'team-role'>
}

/** A removed person keeps the name, for what they did, and nothing else. */
interface PeopleTable
  extends Texts<'id' | 'name' | 'created_at'>,
    OptionalTexts<'email' | 'last_seen_at' | 'removed_at' | 'password_hash' | 'one_time_secret'> {
  /** Words separated by spaces; see domain/people/roles-column.ts. */
  role: string
  language: Language
  /** Time step of the last used one-time code: none works twice. */
  one_time_step: number | null
  preferences: Generated<JsonText>
}

interface PasskeysTable extends Texts<'id' | 'person_id' | 'public_key' | 'label' | 'created_at'> {
  counter: number
  transports: JsonText
  last_used_at: string | null
}

interface InvitationsTable extends Texts<'id' | 'secret_hash' | 'name' | 'email' | 'created_at' | 'expires_at'> {
  /** The person whose keys are renewed; null for a new colleague. */
  person_id: string | null
  role: string
  language: Language
  invited_by: string | null
}

type KeyPurpose =
  | 'receipts'
  | 'proofs'
  | 'passkeys'
  | 'application-links'
  | 'job-alerts'
  | 'rate-counters'
  | 'storage'
  | 'replies'

interface ServerKeysTable {
  /** `previews/jobs/3` is of one record, since its links were ended. */
  purpose: KeyPurpose | 'previews' | `previews/${string}`
  secret: string
  created_at: string
}

type ContentImportsTable = Texts<'id' | 'file_name' | 'created_at' | 'created_by'> &
  Numbers<'done' | 'total'> & {
    language: Language
    status: 'reading' | 'ready' | 'importing' | 'done' | 'failed'
    kind: 'notes' | 'jobs' | null
    failure: string | null
    plan: JsonText
    /** Null once it is imported. */
    bytes: Buffer | null
  }

type RedirectsTable = Texts<'id' | 'from_path' | 'to_address' | 'created_at'> &
  OptionalTexts<'created_by' | 'last_used_at'> &
  Numbers<'used' | 'version'>
