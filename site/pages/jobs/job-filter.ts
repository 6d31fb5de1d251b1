import type { Job } from '#contract/entities.ts'

/** Values that no open job has are ignored. */
export interface JobFilter {
  team?: string
  place?: string
  kind?: string
}

export const FILTER_NAMES = ['team', 'place', 'kind'] as const

const REMOTE = 'remote'

interface Option {
  value: string
  /** None for what the page names itself: remote, and the kinds of employment. */
  name: string | undefined
}

const OPTION_OF: Record<keyof JobFilter, (job: Job) => Option | undefined> = {
  team: ({ team }) => (team ? { value: team.key, name: team.name } : undefined),
  place: ({ city, remote }) =>
    remote ? { value: REMOTE, name: undefined } : city ? { value: city.key, name: city.name } : undefined,
  kind: ({ employment_type }) => ({ value: kindInAddress(employment_type), name: undefined }),
}

export function optionsOf(jobs: Job[], name: keyof JobFilter): Option[] {
  const options = new Map<string, Option>()
  for (const job of jobs) {
    const option = OPTION_OF[name](job)
    if (option) options.set(option.value, option)
  }
  return [...options.values()]
}

export function filterIn(url: URL, jobs: Job[]): JobFilter {
  const filter: JobFilter = {}
  for (const name of FILTER_NAMES) {
    const asked = url.searchParams.get(name)
    if (asked && optionsOf(jobs, name).some(({ value }) => value === asked)) filter[name] = asked
  }
  return filter
}

export const filtered = (jobs: Job[], filter: JobFilter) =>
  jobs.filter((job) => FILTER_NAMES.every((name) => !filter[name] || OPTION_OF[name](job)?.value === filter[name]))

export function addressOfJobs(filter: JobFilter) {
  const query = new URLSearchParams()
  for (const name of FILTER_NAMES) if (filter[name]) query.set(name, filter[name])
  return query.size > 0 ? `/jobs?${query}` : '/jobs'
}

export const kindInAddress = (employmentType: Job['employment_type']) =>
  employmentType.toLowerCase().replaceAll('_', '-')
