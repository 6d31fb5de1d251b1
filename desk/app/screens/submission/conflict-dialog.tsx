import { Dialog } from '../../parts/dialog.tsx'
import { Button } from '../../parts/elements.tsx'
import { StageName } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './submission.module.css'
import type { Current, Wanted } from './use-handling.ts'

interface ConflictDialogProps {
  current: Current
  wanted: Wanted
  nameOf(id: string | null): string
  onKeep(): void
  onMine(): void
}

export function ConflictDialog({ current, wanted, nameOf, onKeep, onMine }: ConflictDialogProps) {
  const { submission: texts } = useTexts()
  return (
    <Dialog
      title={texts.conflictTitle}
      text={texts.conflictText}
      stays
      onClose={onKeep}
      actions={
        <>
          <Button onClick={onKeep}>{texts.keepTheirs}</Button>
          <Button look="primary" onClick={onMine}>
            {texts.doMine}
          </Button>
        </>
      }
    >
      <dl className={styles.conflict}>
        <div>
          <dt>{texts.conflictNow}</dt>
          <dd>
            <StageName stage={current.stage} /> · <bdi>{nameOf(current.assigneeId)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{texts.conflictWanted}</dt>
          <dd>{'stage' in wanted ? <StageName stage={wanted.stage} /> : <bdi>{nameOf(wanted.assigneeId)}</bdi>}</dd>
        </div>
      </dl>
    </Dialog>
  )
}
