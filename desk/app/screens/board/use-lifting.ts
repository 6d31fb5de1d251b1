import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { stagesOf, TOLD_BY, UNDO_MINUTES } from '#domain/submissions/stages.ts'
import { directionOf } from '#texts/languages.ts'
import { useAnnouncements } from '../../parts/work.tsx'
import type { Item, Stage } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'

export const APPLICATION_STAGES = stagesOf('career-application')

interface Lifting {
  columns: readonly { stage: Stage; items: Item[] }[]
  mayGo(item: Item, stage: Stage): boolean
  onSetDown(item: Item, stage: Stage): void
}

/** Space lifts a card, arrows choose the stage, Space or Enter sets it down, Esc puts it back. Each step is read out. */
export function useLifting({ columns, mayGo, onSetDown }: Lifting) {
  const { submissions: words, say } = useTexts()
  const isMirrored = directionOf(useTexts().language) === 'rtl'
  const announcements = useAnnouncements()
  const board = useRef<HTMLOListElement>(null)
  const slot = useRef<HTMLLIElement>(null)
  const [held, setHeld] = useState<{ reference: string; over: Stage }>()
  const followed = useRef<string>(undefined)
  // A colleague may have moved it out of reach meanwhile.
  const item = columns.flatMap(({ items }) => items).find(({ reference }) => reference === held?.reference)
  const lifted = held && item && { item, over: held.over }

  // biome-ignore lint/correctness/useExhaustiveDependencies: with the columns the card has moved
  useLayoutEffect(() => {
    const reference = followed.current
    followed.current = undefined
    if (reference) board.current?.querySelector<HTMLElement>(`[data-reference="${reference}"]`)?.focus()
  }, [columns])
  const over = lifted?.over
  // biome-ignore lint/correctness/useExhaustiveDependencies: the column that was chosen is to be seen
  useLayoutEffect(() => {
    slot.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [over])

  const putBack = () => {
    if (!lifted) return
    setHeld(undefined)
    announcements.say(say('board.putBack', { name: lifted.item.name, stage: words.stages[lifted.item.stage] }))
  }
  const lift = ({ reference, name, stage }: Item) => {
    setHeld({ reference, over: stage })
    announcements.say(say('board.lifted', { name, stage: words.stages[stage] }))
  }
  /** Focuses this card once the board shows it in its next place. */
  const follow = (reference: string) => {
    followed.current = reference
  }
  const setDown = () => {
    if (!lifted || lifted.over === lifted.item.stage) return putBack()
    setHeld(undefined)
    follow(lifted.item.reference)
    onSetDown(lifted.item, lifted.over)
  }
  const carry = (steps: 1 | -1) => {
    if (!lifted) return
    const within = APPLICATION_STAGES.filter((stage) => stage === lifted.item.stage || mayGo(lifted.item, stage))
    const next = within[within.indexOf(lifted.over) + steps] ?? lifted.over
    setHeld({ reference: lifted.item.reference, over: next })
    const told = say(`submissions.told.${TOLD_BY[next]}`, { minutes: UNDO_MINUTES })
    const isHome = next === lifted.item.stage
    announcements.say(`${say('board.over', { stage: words.stages[next] })}${isHome ? '' : ` ${told}`}`)
  }
  const onCardKey = (event: KeyboardEvent, card: Item) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const [next, previous] = isMirrored ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    // On a phone the stages are below each other.
    const ways: Record<string, () => void> = {
      [next]: () => carry(1),
      ArrowDown: () => carry(1),
      [previous]: () => carry(-1),
      ArrowUp: () => carry(-1),
      ' ': setDown,
      Enter: setDown,
      Escape: putBack,
    }
    const act = lifted ? ways[event.key] : event.key === ' ' ? () => lift(card) : undefined
    if (!act) return
    event.preventDefault()
    if (!event.repeat || event.key.startsWith('Arrow')) act()
  }
  return { board, slot, lifted, onCardKey, putBack, follow }
}
