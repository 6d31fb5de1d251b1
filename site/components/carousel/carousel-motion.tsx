import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect } from 'react'

export type Slides = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>

interface CarouselMotionProps {
  row: HTMLElement
  direction: 'ltr' | 'rtl'
  onReady: (slides: Slides) => void
}

/** In Embla's own unit: brings a slide nine tenths of its way in 250 ms. */
const SLIDE_DURATION = 16
const IN_VIEW_SHARE = 0.6
const AUTOPLAY_MILLISECONDS = 5000
const DRAG_THRESHOLD_PIXELS = 3

/** A file of its own, fetched when a carousel comes near. */
export default function CarouselMotion({ row, direction, onReady }: CarouselMotionProps) {
  const [attach, slides] = useEmblaCarousel(
    {
      loop: true,
      align: 'start',
      direction,
      dragThreshold: DRAG_THRESHOLD_PIXELS,
      duration: SLIDE_DURATION,
      inViewThreshold: IN_VIEW_SHARE,
    },
    [
      Autoplay({
        delay: AUTOPLAY_MILLISECONDS,
        playOnInit: false,
        stopOnInteraction: true,
        stopOnFocusIn: false,
        stopOnMouseEnter: false,
      }),
    ],
  )
  useEffect(() => attach(row), [attach, row])
  useEffect(() => {
    if (slides) onReady(slides)
  }, [slides, onReady])
  return null
}
