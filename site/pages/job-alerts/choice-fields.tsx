import { EMPLOYMENT_TYPES } from '#contract/constants.ts'
import { FieldFrame, fieldId } from '../../components/form/field.tsx'
import { kindField, type Team } from '../../job-alerts-page.ts'
import { useTexts } from '../../page-context.tsx'
import styles from './job-alerts.module.css'

export function KindsField({ chosen }: { chosen: string[] }) {
  const texts = useTexts('job-alerts')
  const { employment } = useTexts('jobs')
  return (
    <fieldset className={styles.kinds}>
      <legend>{texts.kinds}</legend>
      <p className={styles.fine}>{texts.kindsHint}</p>
      {EMPLOYMENT_TYPES.map((kind) => (
        <label key={kind} className={styles.kind}>
          <input type="checkbox" name={kindField(kind)} value="yes" defaultChecked={chosen.includes(kind)} />
          <span>{employment[kind]}</span>
        </label>
      ))}
    </fieldset>
  )
}

export function TeamField({ teams, chosen }: { teams: Team[]; chosen: string }) {
  const texts = useTexts('job-alerts')
  if (teams.length === 0) return null
  return (
    <FieldFrame name="team" label={texts.team} wide>
      <select id={fieldId('team')} name="team" defaultValue={chosen}>
        <option value="">{texts.allTeams}</option>
        {teams.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
