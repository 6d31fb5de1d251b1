import { FlaskConical } from 'lucide-react'
import { api } from '../../api.ts'
import { Button, Note } from '../../parts/elements.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './inbox.module.css'

export function Samples({ samples, isEmpty }: { samples: number; isEmpty: boolean }) {
  const { inbox: texts, say } = useTexts()
  const { can } = useSession()
  const { change, isBusy, failure } = useSubmit()
  if (!can('submissions.change') || (!isEmpty && samples === 0)) return null

  const load = () =>
    change(
      () => api('POST /samples'),
      ({ loaded }) => say('inbox.samplesLoaded', { count: loaded }),
    )
  const remove = () => change(() => api('DELETE /samples'), texts.samplesRemoved)
  const loadButton = (
    <Button small icon={FlaskConical} busy={isBusy} onClick={load}>
      {texts.loadSamples}
    </Button>
  )
  const removeButton = (
    <Button small busy={isBusy} onClick={remove}>
      {texts.removeSamples}
    </Button>
  )
  return (
    <div className={styles.samples}>
      {samples > 0 ? (
        <Note actions={removeButton}>{say('inbox.samplesHere', { count: samples })}</Note>
      ) : (
        <Note title={texts.samplesTitle} actions={loadButton}>
          {texts.samplesText}
        </Note>
      )}
      {failure && <Note kind="wrong">{failure}</Note>}
    </div>
  )
}
