import { useState } from 'react'
import { FormDialog } from '../../parts/dialog.tsx'
import { Block } from '../../parts/elements.tsx'
import { Options, SelectField } from '../../parts/field.tsx'
import { Menu } from '../../parts/menu.tsx'
import { type Stage, StageDot } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { moved, newId, nothing, type PartProps, replaced, type WrittenStage } from './draft.ts'
import { Pair, RowTools } from './rows.tsx'
import styles from './set-up.module.css'

const MAX_NAME_LENGTH = 40

export function Stages({ setUp, value: { stages, moves }, onChange }: PartProps) {
  const { 'set-up': texts, submissions: words, say } = useTexts()
  const [removing, setRemoving] = useState<WrittenStage>()
  const nameOf = useWrittenName()
  const countOf = ({ id }: WrittenStage) => setUp.counts.find((each) => each.id === id)?.count ?? 0
  const change = (index: number, changes: Partial<WrittenStage>) =>
    onChange({ stages: replaced(stages, index, { ...(stages[index] as WrittenStage), ...changes }) })
  const add = (kind: Stage) => {
    const last = stages.findLastIndex((stage) => stage.kind === kind)
    onChange({ stages: stages.toSpliced(last + 1, 0, { id: newId(), kind, name: nothing(), publicName: nothing() }) })
  }
  const remove = (stage: WrittenStage, target: string) => {
    onChange({ stages: stages.filter(({ id }) => id !== stage.id), moves: { ...moves, [stage.id]: target } })
    setRemoving(undefined)
  }
  return (
    <Block title={texts.stages.title} aside={<span className="muted small">{texts.stages.note}</span>}>
      <ol className={styles.rows}>
        {stages.map((stage, index) => {
          const called = nameOf(stage)
          const isOwn = stage.id !== stage.kind
          const hasPublicName = setUp.kindsWithPublicNames.some((kind) => kind === stage.kind)
          return (
            <li key={stage.id} className={styles.stage}>
              <p className={styles.kind}>
                <StageDot stage={stage.kind} />
                <span>
                  {words.stages[stage.kind]}
                  {isOwn && <small className="muted"> {texts.stages.own}</small>}
                </span>
                {countOf(stage) > 0 && (
                  <small className="muted">{say('set-up.stages.count', { count: countOf(stage) })}</small>
                )}
              </p>
              <div className={styles.written}>
                <Pair
                  name={`stages.${index}.name`}
                  value={stage.name}
                  maxLength={MAX_NAME_LENGTH}
                  labelIn={(language) => say('set-up.stages.named', { stage: called, language })}
                  onChange={(name) => change(index, { name })}
                />
                {hasPublicName && (
                  <details open={stage.publicName.en !== '' || stage.publicName.ar !== ''} className={styles.public}>
                    <summary className="small">{texts.stages.publicName}</summary>
                    <Pair
                      name={`stages.${index}.publicName`}
                      value={stage.publicName}
                      maxLength={MAX_NAME_LENGTH}
                      labelIn={(language) => say('set-up.stages.publicNamed', { stage: called, language })}
                      onChange={(publicName) => change(index, { publicName })}
                    />
                  </details>
                )}
              </div>
              <RowTools
                called={called}
                canRise={stages[index - 1]?.kind === stage.kind}
                canFall={stages[index + 1]?.kind === stage.kind}
                onMove={(by) => onChange({ stages: moved(stages, index, by) })}
                onRemove={
                  isOwn ? () => (countOf(stage) > 0 ? setRemoving(stage) : remove(stage, stage.kind)) : undefined
                }
              />
            </li>
          )
        })}
      </ol>
      <div className={styles.add}>
        {stages.length < setUp.limits.stages && (
          <Menu
            label={texts.stages.add}
            text={texts.stages.add}
            items={setUp.kindsWithOwnStages.map((kind) => ({ label: words.stages[kind], run: () => add(kind) }))}
          />
        )}
        <span className="muted small">{texts.stages.always}</span>
      </div>
      {removing && (
        <Remover
          stage={removing}
          count={countOf(removing)}
          targets={stages.filter(({ id, kind }) => kind === removing.kind && id !== removing.id)}
          onClose={() => setRemoving(undefined)}
          onRemove={(target) => remove(removing, target)}
        />
      )}
    </Block>
  )
}

function useWrittenName() {
  const { submissions: words, language } = useTexts()
  return ({ name, kind }: WrittenStage) =>
    name[language].trim() || name.en.trim() || name.ar.trim() || words.stages[kind]
}

interface RemoverProps {
  stage: WrittenStage
  count: number
  targets: WrittenStage[]
  onClose(): void
  onRemove(target: string): void
}

function Remover({ stage, count, targets, onClose, onRemove }: RemoverProps) {
  const { 'set-up': texts, say } = useTexts()
  const nameOf = useWrittenName()
  return (
    <FormDialog
      title={say('set-up.remover.title', { stage: nameOf(stage) })}
      text={say('set-up.remover.text', { count })}
      submit={texts.remover.submit}
      form={{ isBusy: false }}
      onClose={onClose}
      onSubmit={(answers) => onRemove(String(answers.get('target')))}
    >
      <SelectField label={texts.remover.target} name="target" defaultValue={stage.kind}>
        <Options of={targets.map((target) => [target.id, nameOf(target)] as const)} />
      </SelectField>
    </FormDialog>
  )
}
