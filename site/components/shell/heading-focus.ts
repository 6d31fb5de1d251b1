import { useEffect } from 'react'
import { useLocation } from 'react-router'

let announced: string | undefined

/** After a navigation the new heading takes the focus: it is read out, and the next Tab starts there. */
export function useHeadingFocus() {
  const { pathname, search } = useLocation()
  const address = pathname + search
  useEffect(() => {
    const isFirstPage = announced === undefined
    const isAnnounced = announced === address
    announced = address
    if (isFirstPage || isAnnounced) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [address])
}
