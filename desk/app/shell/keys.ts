import { useLayoutEffect, useRef } from 'react'
import { readActions } from '../parts/actions.ts'

const SEQUENCE_MILLISECONDS = 1200

/** Keys by their place on a keyboard, whatever is printed on them. */
const PLACES: Record<string, string> = { '/': 'Slash', '.': 'Period', ',': 'Comma' }
const NAMED = ['Enter', 'Escape', 'Space', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

function isStroke(event: KeyboardEvent, stroke: string): boolean {
  const parts = stroke.split('+')
  const key = parts.at(-1) as string
  const wantsMod = parts.includes('Mod')
  const hasMod = event.ctrlKey || event.metaKey
  if (wantsMod !== hasMod || event.altKey) return false
  // By the sign: its place differs between keyboards, and Arabic ones print ؟.
  if (key === '?') return event.key === '?' || event.key === '؟'
  if (parts.includes('Shift') !== event.shiftKey) return false
  return event.code === placeOf(key)
}

function placeOf(key: string) {
  if (PLACES[key]) return PLACES[key]
  if (NAMED.includes(key)) return key
  return /^\d$/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`
}

/** Single keys rest while a person types, in dialogs, and when switched off. */
export function useKeys(areSingleKeysOn: boolean) {
  const latest = useRef(areSingleKeysOn)
  latest.current = areSingleKeysOn
  // Before painting: a visible screen has its keys.
  useLayoutEffect(() => {
    let first: { event: KeyboardEvent; at: number } | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const actions = readActions()
      const isResting = isTyping(event.target) || document.querySelector('dialog[open]') !== null || !latest.current
      const isSecond = first !== undefined && event.timeStamp - first.at < SEQUENCE_MILLISECONDS
      const action = actions.find(({ keys, run }) => {
        if (!keys || !run) return false
        const strokes = keys.split(' ')
        if (isResting && !keys.includes('Mod+')) return false
        if (strokes.length === 1) return !isSecond && isStroke(event, strokes[0] as string)
        return (
          isSecond &&
          isStroke((first as { event: KeyboardEvent }).event, strokes[0] as string) &&
          isStroke(event, strokes[1] as string)
        )
      })
      const begins = actions.some(({ keys }) => keys?.includes(' ') && isStroke(event, keys.split(' ')[0] as string))
      first = !action && begins && !isResting ? { event, at: event.timeStamp } : undefined
      if (!action) return
      event.preventDefault()
      action.run?.()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
}
