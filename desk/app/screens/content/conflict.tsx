import type { FormField, TypeForm } from '#domain/content/types/index.ts'
import { directionOf, isLanguage } from '#texts/languages.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Button, Note, Row } from '../../parts/elements.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './content.module.css'
import { useTextOf } from './diff.tsx'
import type { Draft } from './draft.ts'
import type { FieldConflict } from './edits.ts'
import { labelOf } from './labels.ts'

interface ConflictsProps {
  model: TypeForm
  conflicts: readonly FieldConflict[]
  draft: Draft
}

export function Conflicts({ model, conflicts, draft }: ConflictsProps) {
  const { content: texts } = useTexts()
  if (conflicts.length === 0) return null
  return (
    <Note kind="wrong" title={texts.editor.conflictTitle}>
      <p>{texts.editor.conflictText}</p>
      <ul className={styles.conflicts}>
        {conflicts.map((conflict) => (
          <Conflict key={`${conflict.part} ${conflict.name}`} model={model} conflict={conflict} draft={draft} />
        ))}
      </ul>
    </Note>
  )
}

function Conflict({ model, conflict, draft }: Omit<ConflictsProps, 'conflicts'> & { conflict: FieldConflict }) {
  const { content: texts } = useTexts()
  const textOf = useTextOf()
  const { part, name, mine, theirs } = conflict
  const field = model.fields.find((each) => each.name === name) as FormField
  const label = `${labelOf(texts, model.type, name)} · ${texts.parts[part]}`
  const own = isLanguage(part) ? { lang: part, dir: directionOf(part) } : { dir: 'auto' }
  return (
    <li>
      <p className={styles.name}>{label}</p>
      <dl className={styles.versions}>
        <div>
          <dt>{texts.editor.mine}</dt>
          <dd {...own}>{textOf(field, mine)}</dd>
        </div>
        <div>
          <dt>{texts.editor.theirs}</dt>
          <dd {...own}>{textOf(field, theirs)}</dd>
        </div>
      </dl>
      <Row>
        <Button small look="primary" onClick={() => draft.settle(conflict, 'mine')}>
          {texts.editor.keepMine}
        </Button>
        <Button small onClick={() => draft.settle(conflict, 'theirs')}>
          {texts.editor.takeTheirs}
        </Button>
        <CopyButton text={textOf(field, mine)} />
      </Row>
    </li>
  )
}
