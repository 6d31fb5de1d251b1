import { Plus } from 'lucide-react'
import { use } from 'react'
import { Block, Button } from '../../parts/elements.tsx'
import { FormContext } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { moved, newId, nothing, type PartProps, replaced, without } from './draft.ts'
import { Pair, RowTools } from './rows.tsx'
import styles from './set-up.module.css'

const MAX_NAME_LENGTH = 80
const MAX_HINT_LENGTH = 160

export function Criteria({ setUp, value: { criteria }, onChange }: PartProps) {
  const { 'set-up': texts, say } = useTexts()
  const form = use(FormContext)
  const { least, most } = setUp.limits.criteria
  const wrong = form?.errorOf?.('criteria')
  // The first press gives as many as there must be.
  const add = () => {
    const count = criteria.length === 0 ? least : 1
    const blank = Array.from({ length: count }, () => ({ id: newId(), name: nothing(), hint: nothing() }))
    onChange({ criteria: [...criteria, ...blank] })
  }
  return (
    <Block title={texts.criteria.title} aside={<span className="muted small">{texts.criteria.note}</span>}>
      {criteria.length === 0 && <p className="second small">{texts.criteria.none}</p>}
      <ol className={styles.rows} id="criteria">
        {criteria.map((criterion, index) => {
          const number = index + 1
          return (
            <li key={criterion.id} className={styles.criterion}>
              <div className={styles.written}>
                <Pair
                  name={`criteria.${index}.name`}
                  value={criterion.name}
                  maxLength={MAX_NAME_LENGTH}
                  labelIn={(language) => say('set-up.criteria.name', { number, language })}
                  onChange={(name) => onChange({ criteria: replaced(criteria, index, { ...criterion, name }) })}
                />
                <details open={criterion.hint.en !== '' || criterion.hint.ar !== ''} className={styles.public}>
                  <summary className="small">
                    {say('set-up.criteria.hint', { language: `${texts.english} / ${texts.arabic}` })}
                  </summary>
                  <Pair
                    name={`criteria.${index}.hint`}
                    value={criterion.hint}
                    maxLength={MAX_HINT_LENGTH}
                    labelIn={(language) => say('set-up.criteria.hint', { language })}
                    onChange={(hint) => onChange({ criteria: replaced(criteria, index, { ...criterion, hint }) })}
                  />
                </details>
              </div>
              <RowTools
                called={say('set-up.criteria.called', { number })}
                canRise={index > 0}
                canFall={index < criteria.length - 1}
                onMove={(by) => onChange({ criteria: moved(criteria, index, by) })}
                onRemove={() => onChange({ criteria: without(criteria, index) })}
              />
            </li>
          )
        })}
      </ol>
      {wrong && <p className={styles.wrong}>{wrong}</p>}
      {criteria.length < most && <Button icon={Plus} small onClick={add} label={texts.criteria.add} />}
    </Block>
  )
}
