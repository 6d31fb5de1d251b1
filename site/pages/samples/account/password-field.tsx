import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '../../../components/controls/icon.tsx'
import { describedField, FieldFrame } from '../../../components/form/field.tsx'
import { useTexts } from '../../../texts.tsx'
import { useIsAwake } from '../unwired-form.ts'
import styles from './password-field.module.css'

interface PasswordFieldProps {
  label: string
  hint?: string
  error: string | undefined
  required: string
  autoComplete: 'current-password' | 'new-password'
  onLength: (length: number) => void
}

export function PasswordField({ label, hint, error, required, autoComplete, onLength }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const name = 'password'
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <div className={styles.secret}>
        <input
          {...describedField({ name, hint, error })}
          name={name}
          type={isShown ? 'text' : 'password'}
          title={required}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          required
          onInput={(event) => onLength([...event.currentTarget.value].length)}
        />
        {useIsAwake() && <Reveal isShown={isShown} onClick={() => setIsShown(!isShown)} />}
      </div>
    </FieldFrame>
  )
}

function Reveal({ isShown, onClick }: { isShown: boolean; onClick: () => void }) {
  const { show, hide, showPassword } = useTexts('sign-in')
  return (
    <button type="button" aria-pressed={isShown} aria-label={showPassword} onClick={onClick}>
      <Icon of={isShown ? EyeOff : Eye} />
      <span>{isShown ? hide : show}</span>
    </button>
  )
}
