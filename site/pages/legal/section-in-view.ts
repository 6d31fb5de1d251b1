import { useEffect, useState } from 'react'

/** A section counts as being read once its head has passed this far down the window. */
const READING_LINE = 0.4

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

/** The last sections are too short to reach the line: at the end of the page the last one that can be seen is read. */
function sectionBeingRead(sections: HTMLElement[]) {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  const line = clientHeight * READING_LINE
  const passed = sections.filter((section) => section.getBoundingClientRect().top <= line)
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1
  return (isAtEnd ? sections : passed).at(-1)?.id ?? sections[0]?.id
}
