import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { directionOf } from '#texts/languages.ts'
import { useAnnouncements } from '../../parts/work.tsx'
import { type Item, isAtStage, type StageAt, stageKey, useStageName, useTold } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'

interface Lifting {
  columns: readonly { at: StageAt; items: Item[] }[]
  mayGo(item: Item, to: StageAt): boolean
  onSetDown(item: Item, to: StageAt): void
}

/** Space lifts a card, arrows choose the stage, Space or Enter sets it down, Esc puts it back. Each step is read out. */
export function useLifting({ columns, mayGo, onSetDown }: Lifting) {
  const { say } = useTexts()
  const nameOf = useStageName()
  const isMirrored = directionOf(useTexts().language) === 'rtl'
  const tells = useTold()
  const announcements = useAnnouncements()
  const board = useRef<HTMLOListElement>(null)
  const slot = useRef<HTMLLIElement>(null)
  const [held, setHeld] = useState<{ reference: string; over: StageAt }>()
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
    const stage = nameOf({ stage: lifted.item.stage, name: lifted.item.stageName })
    announcements.say(say('board.putBack', { name: lifted.item.name, stage }))
  }
  const lift = ({ reference, name, stage, step, stageName }: Item) => {
    setHeld({ reference, over: { stage, step, name: stageName } })
    announcements.say(say('board.lifted', { name, stage: nameOf({ stage, name: stageName }) }))
  }
  /** Focuses this card once the board shows it in its next place. */
  const follow = (reference: string) => {
    followed.current = reference
  }
  const setDown = () => {
    if (!lifted || isAtStage(lifted.item, lifted.over)) return putBack()
    setHeld(undefined)
    follow(lifted.item.reference)
    onSetDown(lifted.item, lifted.over)
  }
  const carry = (steps: 1 | -1) => {
    if (!lifted) return
    const within = columns.map(({ at }) => at).filter((at) => isAtStage(lifted.item, at) || mayGo(lifted.item, at))
    const here = within.findIndex((at) => stageKey(at) === stageKey(lifted.over))
    const next = within[here + steps] ?? lifted.over
    setHeld({ reference: lifted.item.reference, over: next })
    // Within one kind nothing is told.
    const told = next.stage === lifted.item.stage ? '' : ` ${tells(next.stage)}`
    announcements.say(`${say('board.over', { stage: nameOf(next) })}${told}`)
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
