import { useEffect, useRef } from 'react'

const HALF = 0.5

/**
 * The page comes with every dot in place. Only where the visitor has yet to arrive are they taken away,
 * to fill once the fields are half in view. The style sheet knows `data-filling`, and reduced motion.
 */
export function useFilling() {
  const ref = useRef<HTMLDListElement>(null)
  useEffect(() => {
    const fields = ref.current
    if (!fields || fields.getBoundingClientRect().top < innerHeight * HALF) return
    fields.dataset.filling = 'waiting'
    const arrival = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        fields.dataset.filling = 'started'
        arrival.disconnect()
      },
      { threshold: HALF },
    )
    arrival.observe(fields)
    return () => {
      arrival.disconnect()
      delete fields.dataset.filling
    }
  }, [])
  return ref
}
