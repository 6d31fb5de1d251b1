import { Form } from 'react-router'
import { EMPLOYMENT_TYPES } from '#contract/constants.ts'
import type { Job } from '#contract/entities.ts'
import { Button } from '../../components/controls/button.tsx'
import { PageLink } from '../../components/controls/page-link.tsx'
import { FieldFrame, fieldId } from '../../components/form/field.tsx'
import { useTexts } from '../../texts.tsx'
import { useAddress } from '../../use-address.ts'
import styles from './filter-form.module.css'
import { FILTER_NAMES, type JobFilter, kindInAddress, optionsOf } from './job-filter.ts'

/** A GET form: the choice stands in the address, also without JavaScript. */
export function FilterForm({ jobs, filter }: { jobs: Job[]; filter: JobFilter }) {
  const texts = useTexts('jobs').filter
  const nameOf = useOptionName()
  const address = useAddress()
  const isFiltered = FILTER_NAMES.some((name) => filter[name])
  return (
    <Form className={styles.filter} action={address('/jobs')} aria-label={texts.label} key={JSON.stringify(filter)}>
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
  )
}

function useOptionName() {
  const { employment, workplaces } = useTexts('jobs')
  return (value: string) => {
    const kind = EMPLOYMENT_TYPES.find((each) => kindInAddress(each) === value)
    return kind ? employment[kind] : workplaces.remote
  }
}
