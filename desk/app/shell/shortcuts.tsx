import { useState } from 'react'
import { type Action, useOfferedActions } from '../parts/actions.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { useTexts } from '../texts.tsx'
import styles from './shortcuts.module.css'

const STORAGE_KEY = 'desk-shortcuts'

/** Off for people who press single keys by accident (WCAG 2.1.4). A choice of this browser. */
export const areShortcutsOn = () => localStorage.getItem(STORAGE_KEY) !== 'off'

export function Shortcuts({ onClose }: { onClose(): void }) {
  const { shell: texts } = useTexts()
  const actions = useOfferedActions().filter(({ keys }) => keys)
  const [isOn, setOn] = useState(areShortcutsOn)
  const toggle = () => {
    localStorage.setItem(STORAGE_KEY, isOn ? 'off' : 'on')
    setOn(!isOn)
  }
  return (
    <Dialog title={texts.shortcuts.title} text={texts.shortcuts.hint} wide onClose={onClose} close={texts.close}>
      <Check label={texts.shortcuts.switch} checked={isOn} onChange={toggle} />
      <div className={styles.lists}>
        {(['here', 'everywhere'] as const).map((scope) => {
          const members = actions.filter((action) => action.scope === scope)
          if (members.length === 0) return null
          return (
            <section key={scope}>
              <h3 className="h3">{texts.shortcuts[scope]}</h3>
              <dl className={styles.list}>
                {members.map((action) => (
                  <div key={action.id}>
                    <dt>
                      <Keys action={action} />
                    </dt>
                    <dd>{action.label}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}

export function Keys({ action: { keys = '' } }: { action: Pick<Action, 'keys'> }) {
  const { shell } = useTexts()
  return keys.split(' ').map((stroke, index) => (
    <span key={stroke} className={styles.stroke}>
      {index > 0 && <span className="muted small"> {shell.shortcuts.then} </span>}
      <kbd>{stroke.replace('Mod+', 'Ctrl ').replace('Shift+', '⇧ ')}</kbd>
    </span>
  ))
}
