import { useEffect, useState } from 'react'

/** A section counts as being read once its head is this near the top: a little below where a link to it leads. */
const READING_LINE_PIXELS = 160

/** The id of the section that is being read: none before the page wakes. */
export function useSectionInView(ids: string[]): string | undefined {
  const [current, setCurrent] = useState<string>()

  useEffect(() => {
    const sections = ids.map((id) => document.getElementById(id)).filter((section) => section !== null)
    const look = () => setCurrent(sectionBeingRead(sections))
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [ids])

  return current
}

/** In a tall window the last section never comes so far: at the end of the page it is the one. */
function sectionBeingRead(sections: HTMLElement[]) {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  const passed = sections.filter((section) => section.getBoundingClientRect().top <= READING_LINE_PIXELS)
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1
  return (isAtEnd ? sections : passed).at(-1)?.id ?? sections[0]?.id
}
