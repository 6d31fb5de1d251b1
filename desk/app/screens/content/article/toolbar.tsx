import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { KeyboardEvent } from 'react'
import { Icon } from '../../../parts/elements.tsx'
import { useTexts } from '../../../texts.tsx'
import styles from './article.module.css'
import { isInTable, TABLE_COMMANDS } from './commands.ts'
import { type Asked, TOOLS } from './tools.ts'

interface ToolbarProps {
  view: EditorView
  label: string
  isSource: boolean
  onSource(): void
  onAsk(what: Asked): void
}

export function Toolbar({ view, label, isSource, onSource, onAsk }: ToolbarProps) {
  const { article: texts } = useTexts().content
  const { state } = view
  const act = (command: Command) => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  return (
    <div role="toolbar" aria-label={label} className={styles.toolbar} onKeyDown={moveInToolbar}>
      {!isSource &&
        TOOLS.map(({ name, icon, isOn, run }, index) => (
          <button
            key={name}
            type="button"
            // One stop for Tab; the arrows go on.
            tabIndex={index === 0 ? 0 : -1}
            aria-label={texts.tools[name]}
            title={texts.tools[name]}
            aria-pressed={isOn(state)}
            // The selection stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (typeof run === 'function' ? act(run) : onAsk(run))}
          >
            <Icon of={icon} />
          </button>
        ))}
      <button
        type="button"
        tabIndex={isSource ? 0 : -1}
        className={styles.word}
        aria-pressed={isSource}
        onClick={onSource}
      >
        Markdown
      </button>
      {isInTable(state) && !isSource && (
        <span className={styles.tableTools}>
          {(Object.keys(TABLE_COMMANDS) as (keyof typeof TABLE_COMMANDS)[]).map((name) => (
            <button
              key={name}
              type="button"
              tabIndex={-1}
              className={styles.word}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => act(TABLE_COMMANDS[name])}
            >
              {texts.table[name]}
            </button>
          ))}
        </span>
      )}
    </div>
  )
}

function moveInToolbar(event: KeyboardEvent<HTMLDivElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const steps: Record<string, number> = {
    ArrowRight: isRtl ? at - 1 : at + 1,
    ArrowLeft: isRtl ? at + 1 : at - 1,
    Home: 0,
    End: buttons.length - 1,
  }
  const next = steps[event.key]
  if (next === undefined) return
  const reached = buttons[(next + buttons.length) % buttons.length]
  for (const button of buttons) button.tabIndex = button === reached ? 0 : -1
  reached?.focus()
  event.preventDefault()
}
