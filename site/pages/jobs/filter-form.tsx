import { Form } from 'react-router'
import { EMPLOYMENT_TYPES } from '#contract/constants.ts'
import type { Job } from '#contract/entities.ts'
import { Button, PageLink, useAddress } from '../../components/controls.tsx'
import { FieldFrame, fieldId } from '../../components/form/field.tsx'
import { useTexts } from '../../page-context.tsx'
import styles from './filter-form.module.css'

/** A GET form: the choice stands in the address, also without JavaScript. Folded on a phone. */
export function FilterForm({ jobs, filter }: { jobs: Job[]; filter: JobFilter }) {
  const texts = useTexts('jobs').filter
  const nameOf = useOptionName()
  const address = useAddress()
  const isFiltered = FILTER_NAMES.some((name) => filter[name] !== undefined)
  return (
    <details className={styles.fold} open={isFiltered} key={JSON.stringify(filter)}>
      <summary>{texts.label}</summary>
      <Form className={styles.filter} action={address('/jobs')} aria-label={texts.label}>
        {FILTER_NAMES.map((name) => (
          <FieldFrame key={name} name={name} label={texts[name]}>
            <select id={fieldId(name)} name={name} defaultValue={filter[name] ?? ''}>
              <option value="">{texts.any}</option>
              {optionsOf(jobs, name).map((option) => (
                <option key={option.value} value={option.value}>
                  {option.name ?? nameOf(option.value)}
                </option>
              ))}
            </select>
          </FieldFrame>
        ))}
        <div className={styles.acts}>
          <Button look="ghost" type="submit">
            {texts.show}
          </Button>
          {isFiltered && (
            <PageLink className={styles.clear} to="/jobs">
              {texts.clear}
            </PageLink>
          )}
        </div>
      </Form>
    </details>
  )
}

function useOptionName() {
  const { employment, workplaces } = useTexts('jobs')
  return (value: string) => {
    const kind = EMPLOYMENT_TYPES.find((each) => kindInAddress(each) === value)
    return kind ? employment[kind] : workplaces.remote
  }
}

/** Values that no open job has are ignored. */
export type JobFilter = { [Name in (typeof FILTER_NAMES)[number]]?: string }

const FILTER_NAMES = ['team', 'place', 'kind'] as const

interface Option {
  value: string
  /** None for what the page names itself: remote, and the kinds of employment. */
  name: string | undefined
}

const OPTIONS_OF: Record<keyof JobFilter, (job: Job) => Option[]> = {
  team: ({ team }) => (team ? [optionOf(team)] : []),
  place: ({ city, other_cities, remote }) =>
    remote ? [{ value: 'remote', name: undefined }] : [...(city ? [city] : []), ...other_cities].map(optionOf),
  kind: ({ employment_type }) => [{ value: kindInAddress(employment_type), name: undefined }],
}

const optionOf = ({ key, name }: NonNullable<Job['city']>): Option => ({ value: key, name })

function optionsOf(jobs: Job[], name: keyof JobFilter): Option[] {
  const options = new Map<string, Option>()
  for (const option of jobs.flatMap(OPTIONS_OF[name])) options.set(option.value, option)
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
  jobs.filter((job) =>
    FILTER_NAMES.every((name) => !filter[name] || OPTIONS_OF[name](job).some(({ value }) => value === filter[name])),
  )

/** Whether the address names a value that no open job has. */
export const asksForMore = ({ searchParams }: URL, filter: JobFilter) =>
  FILTER_NAMES.some((name) => searchParams.get(name) && !filter[name])

export function queryOf(filter: JobFilter) {
  const query = new URLSearchParams()
  for (const name of FILTER_NAMES) if (filter[name]) query.set(name, filter[name])
  return query.size > 0 ? `?${query}` : ''
}

const kindInAddress = (employmentType: Job['employment_type']) => employmentType.toLowerCase().replaceAll('_', '-')
