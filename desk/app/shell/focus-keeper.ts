import { type RefObject, useEffect } from 'react'

const REACHABLE = 'a[href], button, input:not([type="hidden"]), select, textarea, [tabindex="0"]'

interface Held {
  element: HTMLElement
  places: { parent: Element; index: number }[]
  pathname: string
}

/** When the focused row leaves the list, the focus goes to its neighbour, so that keyboard work goes on there. */
export function useFocusKeeper(root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const main = root.current
    if (!main) return
    let held: Held | undefined
    const remember = ({ target }: FocusEvent) => {
      // A dialog gives the focus back by itself.
      if (target instanceof HTMLElement && !target.closest('dialog'))
        held = { element: target, places: placesOf(target, main), pathname: location.pathname }
    }
    const keep = () => {
      if (!held || held.element.isConnected || document.activeElement !== document.body) return
      if (held.pathname !== location.pathname || document.querySelector('dialog[open]')) return
      const places = held.places.filter(({ parent }) => parent.isConnected)
      held = undefined
      const next = places.map(nearestIn).find((found) => found)
      ;(next ?? main.querySelector<HTMLElement>('h1'))?.focus()
    }
    const observer = new MutationObserver(keep)
    observer.observe(main, { childList: true, subtree: true })
    main.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      main.removeEventListener('focusin', remember)
    }
  }, [root])
}

function placesOf(element: Element, root: Element) {
  const places: Held['places'] = []
  for (let each = element; each !== root && each.parentElement; each = each.parentElement)
    places.push({ parent: each.parentElement, index: [...each.parentElement.children].indexOf(each) })
  return places
}

function nearestIn({ parent, index }: Held['places'][number]) {
  const around = [...parent.children].slice(0, index + 1).reverse()
  for (const each of around) {
    const found = each.matches(REACHABLE) ? each : each.querySelector(REACHABLE)
    if (found instanceof HTMLElement) return found
  }
  return parent.querySelector<HTMLElement>(REACHABLE)
}
