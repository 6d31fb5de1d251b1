import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { api } from '../../api.ts'
import { typedSince, useDraft } from '../../parts/drafts.ts'
import { Button, Note } from '../../parts/elements.tsx'
import { TextField } from '../../parts/field.tsx'
import { OptionList, optionId, type PickerOption } from '../../parts/picker.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useRoleNames } from '../../roles.ts'
import { useSession } from '../../session.tsx'
import { draftNames } from '../../submissions/drafts-and-undo.ts'
import { useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { begunMention, offeredFor, readMentions } from './mentions.ts'
import { useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'
import { type Opening, useFocusOnOpening } from './use-focus-on-opening.ts'

interface NewNote {
  typed: string
  /** Which of the people with one name is meant. */
  chosen?: string[]
  /** A retry without a response sends the same id, so the note is stored once. */
  tried?: { id: string; note: string }
}

const newId = (): string => crypto.randomUUID()

export function NoteForm({ opening }: Opening) {
  const { submission, change } = useOpenSubmission()
  const { submission: texts } = useTexts()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const draft = useDraft<NewNote>(draftNames.note(submission.reference), () => ({ typed: '' }))
  const { typed, tried } = draft.value
  const people = useMentionable()
  const area = useRef<HTMLTextAreaElement>(null)
  const mentioning = useMentioning(area, draft.value, people, draft.patch)
  const form = useFocusOnOpening(opening)

  const send = (event?: FormEvent) => {
    event?.preventDefault()
    const note = typed.trim()
    if (!note || isBusy) return
    const id = tried?.note === note ? tried.id : newId()
    draft.patch({ tried: { id, note } })
    const mentions = mentionedIn(draft.value, people)
    submit(async () => {
      const params = { id: submission.reference }
      const added = await api('POST /submissions/:id/notes', { params, body: { id, note, mentions } })
      change(({ noteList, timeline }) => ({
        noteList: [...noteList.filter((each) => each.id !== id), added],
        timeline: [
          ...timeline.filter(({ details }) => details.note !== id),
          { at: added.createdAt, kind: 'note', actorId: added.authorId, details: { note: added.id } },
        ],
      }))
      draft.update((now) => {
        const left = typedSince(note, now.typed)
        return left ? { typed: left } : undefined
      })
    }, texts.noteAdded)
  }
  return (
    <form ref={form} className={styles.noteForm} onSubmit={send}>
      <TextField
        ref={area}
        label={texts.note}
        hint={texts.noteHint}
        dir="auto"
        rows={3}
        value={typed}
        error={errorOf('note')}
        {...mentioning.field}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
          else mentioning.onKeyDown(event)
        }}
      />
      {mentioning.list}
      <WhoIsTold note={draft.value} people={people} isChoosing={mentioning.isOpen} />
      {failure && !errorOf('note') && <Note kind="wrong">{failure}</Note>}
      <Button type="submit" busy={isBusy} label={texts.addNote} />
    </form>
  )
}

type Colleague = ReturnType<typeof useColleagues>['assignable'][number]

/** Colleagues who may read submissions, without oneself. */
function useMentionable() {
  const { person } = useSession()
  return useColleagues(useOpenSubmission().submission).assignable.filter(({ id }) => id !== person.id)
}

/** Of several people with one name: those who were chosen, or all of them. */
function mentionedIn({ typed, chosen = [] }: NewNote, people: readonly Colleague[]) {
  const groups = readMentions(typed, people).flatMap((part) => ('ids' in part ? [part.ids] : []))
  const meant = groups.flatMap((ids) => {
    const own = ids.filter((id) => chosen.includes(id))
    return own.length > 0 ? own : ids
  })
  return [...new Set(meant)]
}

/** Says who will be told, and which @ matches no person. */
function WhoIsTold({ note, people, isChoosing }: { note: NewNote; people: readonly Colleague[]; isChoosing: boolean }) {
  const { say, formats } = useTexts()
  const told = mentionedIn(note, people).map((id) => people.find((person) => person.id === id)?.name ?? '')
  const unknown = readMentions(note.typed, people).filter((part) => 'isUnknown' in part && part.isUnknown)
  const sentences = [
    told.length > 0 && say('submission.willBeTold', { names: formats.list(told) }),
    unknown.length > 0 &&
      !isChoosing &&
      say('submission.mentionsNobody', { words: formats.list(unknown.map(({ text }) => text)) }),
  ].filter(Boolean)
  return (
    <p role="status" className="second small" dir="auto">
      {sentences.join(' ')}
    </p>
  )
}

/**
 * The keys of a combobox: arrows move, Enter chooses, Escape closes the list.
 * HTML allows no role of its own on a text area; as a text box it names its list and the current option.
 */
function useMentioning(
  area: { current: HTMLTextAreaElement | null },
  { typed, chosen = [] }: NewNote,
  people: readonly Colleague[],
  patch: (changes: Partial<NewNote>) => void,
) {
  const listId = useId()
  const [caret, setCaret] = useState<number>()
  const [position, setPosition] = useState(0)
  const begun = caret === undefined ? undefined : begunMention(typed.slice(0, caret))
  const rolesOf = useRoleNames()
  const caretAfter = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caretAfter.current === undefined) return
    area.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = undefined
  })
  const follow = ({ currentTarget: { value, selectionStart } }: { currentTarget: HTMLTextAreaElement }) => {
    setCaret(value === typed && caret === undefined ? undefined : selectionStart)
  }
  const choose = ({ id, name }: Colleague) => {
    const start = (caret ?? 0) - (begun?.length ?? 0)
    const end = typed.slice(caret).replace(/^ /, '')
    caretAfter.current = start + name.length + 1
    setCaret(undefined)
    patch({ typed: `${typed.slice(0, start)}${name} ${end}`, chosen: [...new Set([...chosen, id])] })
  }
  const offered = (begun === undefined ? [] : offeredFor(begun, people)).map((person) => ({
    id: person.id,
    label: <bdi>{person.name}</bdi>,
    aside: rolesOf(person.roles),
    choose: () => choose(person),
  }))
  const current = offered[Math.min(position, offered.length - 1)]
  const onKeyDown = (event: KeyboardEvent) => {
    if (!current || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setPosition((offered.indexOf(current) + step + offered.length) % offered.length)
    else if (event.key === 'Enter') current.choose()
    else if (event.key === 'Escape') setCaret(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    isOpen: current !== undefined,
    onKeyDown,
    field: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      'aria-controls': current && listId,
      'aria-activedescendant': current && optionId(listId, current),
      autoComplete: 'off',
      onSelect: follow,
      onBlur: () => setCaret(undefined),
      onChange: ({ target }: { target: HTMLTextAreaElement }) => {
        setPosition(0)
        setCaret(target.selectionStart)
        patch({ typed: target.value })
      },
    },
    list: <Offered id={listId} options={offered} current={current} begun={begun} />,
  }
}

interface OfferedProps {
  id: string
  options: PickerOption[]
  current: PickerOption | undefined
  begun: string | undefined
}

function Offered({ id, options, current, begun }: OfferedProps) {
  const { submission: texts, say } = useTexts()
  const isName = begun !== undefined && !begun.includes(' ')
  return (
    <>
      <span className="vh" role="status">
        {isName && say('submission.colleaguesFound', { count: options.length })}
      </span>
      {current && (
        <OptionList
          id={id}
          label={texts.colleagues}
          groups={[{ options }]}
          current={current}
          className={styles.mentions}
          onChoose={(option) => option.choose()}
        />
      )}
    </>
  )
}
