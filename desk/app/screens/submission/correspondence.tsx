import { Lock, Mail, MessageCircleQuestion } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useActions } from '../../parts/actions.ts'
import { useBringBack, useHasDraft } from '../../parts/drafts.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { useSession } from '../../session.tsx'
import { draftNames } from '../../submissions/drafts-and-undo.ts'
import type { Letter } from '../../submissions/letter-fields.tsx'
import { useTexts } from '../../texts.tsx'
import { AskForm } from './ask-form.tsx'
import { LetterPanel } from './letter-form.tsx'
import { NoteForm } from './note-form.tsx'
import { useOpenSubmission } from './open-submission.ts'
import { PasteReply } from './paste-reply.tsx'
import styles from './submission.module.css'
import { Thread } from './thread.tsx'

type ComposerTab = 'letter' | 'question' | 'note'

/** The thread of one record, newest first, with its composer. */
export function Correspondence() {
  const { submission } = useOpenSubmission()
  const { submission: texts } = useTexts()
  const { can } = useSession()
  const composer = useComposer()
  const bringBack = useBringBack()
  /** A letter that is not sent is open again as it was; below a text that was begun since. */
  const reopen = ({ language, subject, body, replyTo, files }: Letter) => {
    const own = { id: newId(), language, subject, body, replyTo, files }
    bringBack<typeof own>(draftNames.letter(submission.reference), (begun) =>
      begun ? { ...begun, body: `${begun.body}\n\n${body}` } : own,
    )
    composer.open('letter')
  }
  return (
    <section id="correspondence" className={styles.correspondence} aria-labelledby="correspondence-title">
      <h2 className="h3" id="correspondence-title">
        {texts.correspondence}
      </h2>
      {can('submissions.note') && <Composer {...composer} onWithdrawn={reopen} />}
      {can('submissions.change') && <PasteReply />}
      <Thread onWithdrawn={reopen} />
    </section>
  )
}

const newId = (): string => crypto.randomUUID()

/** Open at a text that was begun. It takes the focus only if the person opened it. */
function useComposer() {
  const { reference } = useOpenSubmission().submission
  const begun = {
    letter: useHasDraft(draftNames.letter(reference)),
    question: useHasDraft(draftNames.question(reference)),
    note: useHasDraft(draftNames.note(reference)),
  }
  const [tab, setTab] = useState(() => (Object.keys(begun) as ComposerTab[]).find((name) => begun[name]))
  const [opening, setOpening] = useState(0)
  const open = (name: ComposerTab) => {
    setTab(name)
    setOpening((before) => before + 1)
  }
  return { tab, open, close: () => setTab(undefined), opening }
}

interface ComposerProps extends ReturnType<typeof useComposer> {
  onWithdrawn(letter: Letter): void
}

function Composer({ tab, open, close, opening, onWithdrawn }: ComposerProps) {
  const { submission: texts, letters } = useTexts()
  const { can } = useSession()
  const mayWrite = can('submissions.change')
  const id = useId()
  const form = { opening, onClose: close }
  useActions([
    ...(mayWrite
      ? [
          { id: 'reply', label: letters.reply, keys: 'R', icon: Mail, run: () => open('letter') },
          { id: 'ask', label: texts.ask, icon: MessageCircleQuestion, run: () => open('question') },
        ]
      : []),
    { id: 'note', label: texts.keys.note, keys: 'N', icon: Lock, run: () => open('note') },
  ])
  const panels: Record<ComposerTab, ReactNode> = {
    letter: <LetterPanel {...form} onReopen={() => open('letter')} onWithdrawn={onWithdrawn} />,
    question: <AskForm {...form} onReopen={() => open('question')} />,
    note: <NoteForm opening={opening} />,
  }
  return (
    <div className={styles.composer}>
      <Tabs
        id={id}
        label={texts.write}
        chosen={tab}
        onChoose={open}
        tabs={[
          ...(mayWrite
            ? [
                { name: 'letter' as const, label: texts.tabs.letter, icon: Mail, keys: 'R' },
                { name: 'question' as const, label: texts.tabs.question, icon: MessageCircleQuestion },
              ]
            : []),
          { name: 'note', label: texts.tabs.note, icon: Lock, keys: 'N' },
        ]}
      />
      {tab && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className={styles.panel}>
          {panels[tab]}
        </div>
      )}
    </div>
  )
}
