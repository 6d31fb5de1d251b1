import { useEffect, useState } from 'react'

/** A little below where a link to a section leads. */
const READING_LINE_PIXELS = 160

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

/** In a tall window the last section never reaches the line. */
function sectionBeingRead(sections: HTMLElement[]) {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  const passed = sections.filter((section) => section.getBoundingClientRect().top <= READING_LINE_PIXELS)
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1
  return (isAtEnd ? sections : passed).at(-1)?.id ?? sections[0]?.id
}
