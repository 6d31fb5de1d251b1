import { FlaskConical } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Button, Note } from '../../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './inbox.module.css'

interface SamplesProps {
  /** How many are here. */
  samples: number
  /** Nothing was sent yet. */
  isEmpty: boolean
}

/** An empty desk offers invented submissions, so that it can be judged; while they are here, one press takes them away. */
export function Samples({ samples, isEmpty }: SamplesProps) {
  const { inbox: texts, say } = useTexts()
  const announcements = useAnnouncements()
  const { can } = useSession()
  const { revalidate } = useRevalidator()
  const { submit, isBusy, failure } = useSubmit()
  if (!can('submissions.change') || (!isEmpty && samples === 0)) return null

  const load = () =>
    submit(async () => {
      const { loaded } = await api('POST /samples')
      announcements.say(say('inbox.samplesLoaded', { count: loaded }))
    }).finally(revalidate)
  const remove = () =>
    submit(async () => {
      await api('DELETE /samples')
      announcements.say(texts.samplesRemoved)
    }).finally(revalidate)
  return (
    <div className={styles.samples}>
      {samples > 0 ? (
        <Note
          actions={
            <Button small busy={isBusy} onClick={remove}>
              {texts.removeSamples}
            </Button>
          }
        >
          {say('inbox.samplesHere', { count: samples })}
        </Note>
      ) : (
        <Note
          title={texts.samplesTitle}
          actions={
            <Button small icon={FlaskConical} busy={isBusy} onClick={load}>
              {texts.loadSamples}
            </Button>
          }
        >
          {texts.samplesText}
        </Note>
      )}
      {failure && <Note kind="wrong">{failure}</Note>}
    </div>
  )
}
