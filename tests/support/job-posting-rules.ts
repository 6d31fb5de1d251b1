/** Names of Google's rules for a JobPosting that are broken. */

type Thing = Record<string, unknown>

const EMPLOYMENT_TYPES = [
  'FULL_TIME',
  'PART_TIME',
  'CONTRACTOR',
  'TEMPORARY',
  'INTERN',
  'VOLUNTEER',
  'PER_DIEM',
  'OTHER',
]
const CREDENTIALS = [
  'high school',
  'associate degree',
  'bachelor degree',
  'professional certificate',
  'postgraduate degree',
]
const PERIODS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR']

const RULES: Record<string, (posting: Thing) => boolean> = {
  'title is a text': ({ title }) => isText(title),
  'title holds no codes, addresses, dates or pay': ({ title }) => !/\d|[|#]|\/(?!ة)/.test(String(title)),
  'description is HTML with paragraphs': ({ description }) => /<p>[^<]/.test(String(description)),
  'description has only elements that are recognised': ({ description }) =>
    [...String(description).matchAll(/<\/?(\w+)/g)].every(([, name]) => ['p', 'ul', 'li', 'br'].includes(String(name))),
  'description is not the title': ({ title, description }) =>
    String(description).replace(/<[^>]*>/g, '').length > String(title).length * 2,
  'datePosted is a day': ({ datePosted }) => isDay(datePosted),
  'datePosted has come': ({ datePosted }) => Date.parse(String(datePosted)) <= Date.now(),
  'validThrough is a moment with its offset': ({ validThrough }) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(String(validThrough)),
  'validThrough is ahead': ({ validThrough }) => Date.parse(String(validThrough)) > Date.now(),
  'hiringOrganization has a name': (posting) => isText(at(posting, 'hiringOrganization.name')),
  'hiringOrganization has a site': (posting) => isAddress(at(posting, 'hiringOrganization.sameAs')),
  'hiringOrganization has a logo': (posting) => isAddress(at(posting, 'hiringOrganization.logo')),
  'identifier has a name and a value': (posting) =>
    isText(at(posting, 'identifier.name')) && isText(at(posting, 'identifier.value')),
  'employmentType is a known word': ({ employmentType }) => EMPLOYMENT_TYPES.includes(String(employmentType)),
  'directApply is true or false': ({ directApply }) => typeof directApply === 'boolean',
  'a workplace has a country': (posting) =>
    isRemote(posting) || /^[A-Z]{2}$/.test(String(at(posting, 'jobLocation.address.addressCountry'))),
  'a workplace has a city': (posting) =>
    isRemote(posting) || isText(at(posting, 'jobLocation.address.addressLocality')),
  'a workplace has a region': (posting) =>
    isRemote(posting) || isText(at(posting, 'jobLocation.address.addressRegion')),
  'a workplace has a street and a postal code': (posting) =>
    isRemote(posting) ||
    (isText(at(posting, 'jobLocation.address.streetAddress')) && isText(at(posting, 'jobLocation.address.postalCode'))),
  'jobLocationType is TELECOMMUTE or nothing': ({ jobLocationType }) =>
    jobLocationType === undefined || jobLocationType === 'TELECOMMUTE',
  'a remote job says from which country': (posting) =>
    !isRemote(posting) ||
    (at(posting, 'applicantLocationRequirements.@type') === 'Country' &&
      isText(at(posting, 'applicantLocationRequirements.name'))),
  'pay has a currency': (posting) =>
    !posting.baseSalary || /^[A-Z]{3}$/.test(String(at(posting, 'baseSalary.currency'))),
  'pay is a value, or a range that grows': (posting) => {
    if (!posting.baseSalary) return true
    const { value, minValue, maxValue } = at(posting, 'baseSalary.value') as Record<string, number>
    return value === undefined ? Number(minValue) > 0 && Number(maxValue) > Number(minValue) : value > 0
  },
  'pay has a period': (posting) =>
    !posting.baseSalary || PERIODS.includes(String(at(posting, 'baseSalary.value.unitText'))),
  'education is a known credential, or nothing is required': ({ educationRequirements: asked }) =>
    asked === undefined ||
    asked === 'no requirements' ||
    CREDENTIALS.includes(String((asked as Thing).credentialCategory)),
  'experience is a number of months, or nothing is required': ({ experienceRequirements: asked }) =>
    asked === undefined || asked === 'no requirements' || Number((asked as Thing).monthsOfExperience) > 0,
}

export const RULE_NAMES = Object.keys(RULES)

export const brokenRules = (posting: Thing) => RULE_NAMES.filter((name) => !RULES[name]?.(posting))

const isRemote = ({ jobLocationType }: Thing) => jobLocationType !== undefined
const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isDay = (value: unknown) => /^\d{4}-\d\d-\d\d$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)))
const isAddress = (value: unknown) => typeof value === 'string' && URL.canParse(value)

function at(thing: unknown, path: string): unknown {
  return path.split('.').reduce((inner, name) => (inner as Thing | undefined)?.[name], thing)
}
