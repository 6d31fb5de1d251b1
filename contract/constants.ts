/** Without schemas: a page that needs only these does not load zod. */

const LONG_ANSWERS = ['message', 'why_hire_you'] as const
export type LongAnswer = (typeof LONG_ANSWERS)[number]
export const isLongAnswer = (field: string): field is LongAnswer => LONG_ANSWERS.includes(field as LongAnswer)

const DATE_ANSWERS = ['date_of_birth', 'graduation_date'] as const
export type DateAnswer = (typeof DATE_ANSWERS)[number]
export const isDateAnswer = (field: string): field is DateAnswer => DATE_ANSWERS.includes(field as DateAnswer)

/** The kinds of answer that a job's own question takes. */
export const QUESTION_KINDS = ['short', 'long', 'choice', 'yes-no', 'link'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]
export const YES_NO = ['yes', 'no'] as const

/** A form sends the answer to a job's question under this name. */
const QUESTION_PREFIX = 'question_'
export const questionField = (id: string) => `${QUESTION_PREFIX}${id}`
export const QUESTION_ID = /^[a-z0-9]{6,12}$/
/** An option of a choice. Never what a person would write. */
export const OPTION_ID = /^option-[a-z0-9]{6,12}$/
export const isOptionId = (answer: string) => OPTION_ID.test(answer)
export const isQuestionField = (name: string) =>
  name.startsWith(QUESTION_PREFIX) && QUESTION_ID.test(name.slice(QUESTION_PREFIX.length))
/** Names the questions that a page showed, so that changed ones are not answered unseen. */
export const QUESTIONS_VERSION_FIELD = 'questions_version'

/** Fields about how a visitor came, kept for one tab by the first script. Beside the fields of the forms: never required or refused. */
export const SOURCE_FIELDS = ['source', 'campaign', 'referring_site'] as const
export type SourceField = (typeof SOURCE_FIELDS)[number]
/** Of session storage. */
export const SOURCE_KEY = 'came-by'
/** The words in an address that name its source, the first given one wins. */
export const SOURCE_PARAMETERS = ['utm_source', 'src', 'source'] as const
export const CAMPAIGN_PARAMETER = 'utm_campaign'

/** Where the first script tells that a page is seen. */
export const SEEN_PATH = '/seen'

/** Answers to how an applicant heard of the company. */
export const HEARD_OF_FIELD = 'heard_of'
export const HEARD_OF = ['job-board', 'search', 'social', 'friend', 'employee', 'event', 'other'] as const
export type HeardOf = (typeof HEARD_OF)[number]

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** The word in a project's `type` for each category id; any other id shows all projects. */
export const CATEGORY_FILTERS: Readonly<Record<number, string>> = { 1: 'mobile', 2: 'web', 3: 'erp' }
export const MOBILE_APP = 'Mobile App'

/** Drawings for services; a service with an unknown motif takes one by its id. */
export const SERVICE_MOTIFS = ['app', 'social', 'erp', 'web', 'ai', 'data'] as const

export const EMPLOYMENT_TYPES = ['FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'TEMPORARY', 'INTERN'] as const

export const WORKPLACES = ['on_site', 'hybrid', 'remote'] as const

export const EXPERIENCE_LEVELS = ['internship', 'entry', 'associate', 'mid_senior', 'director', 'executive'] as const

export const EDUCATION_LEVELS = [
  'none',
  'high_school',
  'associate_degree',
  'bachelor_degree',
  'professional_certificate',
  'postgraduate_degree',
] as const

export const SALARY_PERIODS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const

/** The prefix is the company's own and may have changed. */
export const REFERENCE_PATTERN = /^[A-Z]{2,6}-[0-9A-Z]{4}-[0-9A-Z]{4}$/

/** Of the `hostname` of a URL: no `*`, which a content security policy reads as every host. */
export const PLAIN_HOST = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i
