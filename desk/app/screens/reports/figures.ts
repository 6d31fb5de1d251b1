import type { ResultOf } from '../../api.ts'

export type Report = ResultOf<'GET /reports'>

export const OPEN_STAGES = ['new', 'in-review', 'interview', 'offer']

/** The list that a figure counts. */
export function inboxOf(report: Pick<Report, 'since' | 'until'>, job: string | null) {
  return (filters: Record<string, string | readonly string[]> = {}) => {
    const isOfJob = job !== null && job !== 'internship'
    const all = {
      form: isOfJob ? 'career-application' : job ? 'internship-application' : FORMS,
      ...(isOfJob && { job }),
      since: report.since,
      until: report.until,
      samples: 'no',
      ...filters,
    }
    const search = new URLSearchParams()
    for (const [name, values] of Object.entries(all)) for (const value of [values].flat()) search.append(name, value)
    return `/inbox?${search}`
  }
}

const FORMS = ['career-application', 'internship-application']
