import { Plus, X } from 'lucide-react'
import { use, useState } from 'react'
import { TEAM_ROLES, type TeamRole } from '#domain/people/rights.ts'
import { Block, Button, IconButton, Initial } from '../../parts/elements.tsx'
import { Check, Options, SelectField } from '../../parts/field.tsx'
import { FormContext } from '../../parts/work.tsx'
import { useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { type PartProps, replaced, without } from './draft.ts'
import styles from './set-up.module.css'

/** Who hires for this process, and what the hiring managers read besides. */
export function Team({ setUp, value: { team, shown }, onChange }: PartProps) {
  const { 'set-up': texts, shell, say } = useTexts()
  const { nameOf } = useColleagues()
  const form = use(FormContext)
  const wrong = form?.errorOf?.('team')
  const roles = TEAM_ROLES.map((role) => [role, shell.teamRoles[role]] as const)
  return (
    <Block title={texts.team.title} aside={<span className="muted small">{texts.team.note}</span>}>
      {team.length === 0 && <p className="second small">{texts.team.none}</p>}
      <ul className={styles.rows} id="team">
        {team.map((member, index) => {
          const name = nameOf(member.personId)
          return (
            <li key={member.personId} className={styles.member}>
              <span className={styles.memberName}>
                <Initial name={name} />
                <bdi>{name}</bdi>
              </span>
              <SelectField
                className={styles.bare}
                label={say('set-up.team.roleOf', { name })}
                value={member.role}
                onChange={({ target }) =>
                  onChange({ team: replaced(team, index, { ...member, role: target.value as TeamRole }) })
                }
              >
                <Options of={roles} />
              </SelectField>
              <IconButton
                icon={X}
                label={say('set-up.team.remove', { name })}
                onClick={() => onChange({ team: without(team, index) })}
              />
            </li>
          )
        })}
      </ul>
      {wrong && <p className={styles.wrong}>{wrong}</p>}
      {team.length < setUp.limits.team && (
        <Adding team={team} onAdd={(member) => onChange({ team: [...team, member] })} />
      )}
      <div className={styles.shown}>
        <Check
          label={texts.team.salaries}
          checked={shown.salaries}
          onChange={({ target }) => onChange({ shown: { ...shown, salaries: target.checked } })}
        />
        <Check
          label={texts.team.reasons}
          checked={shown.reasons}
          onChange={({ target }) => onChange({ shown: { ...shown, reasons: target.checked } })}
        />
      </div>
      <p className="muted small">{texts.team.sight}</p>
    </Block>
  )
}

type Member = PartProps['value']['team'][number]

function Adding({ team, onAdd }: { team: readonly Member[]; onAdd(member: Member): void }) {
  const { 'set-up': texts, shell } = useTexts()
  const { everybody } = useColleagues()
  const [role, setRole] = useState<TeamRole>('interviewer')
  const others = everybody.filter(({ id }) => !team.some(({ personId }) => personId === id))
  const [typed, setTyped] = useState('')
  const personId = others.some(({ id }) => id === typed) ? typed : (others[0]?.id ?? '')
  if (others.length === 0) return null
  return (
    <div className={styles.adding}>
      <SelectField label={texts.team.person} value={personId} onChange={({ target }) => setTyped(target.value)}>
        <Options of={others.map(({ id, name }) => [id, name] as const)} />
      </SelectField>
      <SelectField label={texts.team.role} value={role} onChange={({ target }) => setRole(target.value as TeamRole)}>
        <Options of={TEAM_ROLES.map((each) => [each, shell.teamRoles[each]] as const)} />
      </SelectField>
      <Button icon={Plus} onClick={() => onAdd({ personId, role })} label={texts.team.add} />
    </div>
  )
}
