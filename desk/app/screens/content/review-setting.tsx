import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Button } from '../../parts/elements.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'

/** The company's choice; others only see that it is on. */
export function ReviewSetting({ isOn }: { isOn: boolean }) {
  const { review: texts } = useTexts()
  const { can } = useSession()
  const [isAsking, setAsking] = useState(false)
  const { change, isBusy, failure } = useSubmit()
  if (!can('settings.change')) return isOn ? <span className="muted small">{texts.isOn}</span> : null
  const turn = () =>
    change(
      async () => {
        await api('PUT /content-review', { body: { isOn: !isOn } })
        setAsking(false)
      },
      isOn ? texts.isOffNow : texts.isOnNow,
    )
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)} label={isOn ? texts.turnOff : texts.turnOn} />
      {isAsking && (
        <FormDialog
          title={texts.setting}
          text={texts.settingText}
          submit={isOn ? texts.turnOff : texts.turnOn}
          form={{ isBusy, failure }}
          onClose={() => setAsking(false)}
          onSubmit={turn}
        />
      )}
    </>
  )
}
