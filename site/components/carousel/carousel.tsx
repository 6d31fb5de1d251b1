import {
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { directionOf } from '#texts/languages.ts'
import { useRoot } from '../../page-context.tsx'
import { optionalPart } from '../optional-part.ts'
import styles from './carousel.module.css'
import type { Slides } from './carousel-motion.tsx'

const CarouselMotion = optionalPart(() => import('./carousel-motion.tsx'))

interface CarouselProps {
  label: string
  items: ReactElement[]
  /** Otherwise one, two or three, as many as fit. */
  showsOne?: boolean
  head: (controls: ReactNode) => ReactNode
}

/** Product 2.1: loop, autoplay, dots, no arrows. Without script the slides are a row that scrolls. */
export function Carousel({ label, items, showsOne = false, head }: CarouselProps) {
  const sentence = useTranslations('shell.carousel')
  const { language } = useRoot()
  const row = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(row)
  const [slides, setSlides] = useState<Slides>()
  const { selected, inView, canMove, choose } = useSlides(slides)
  const { isPlaying, toggle, suspension } = useRotation(slides)
  const isAwake = slides !== undefined
  const controls = items.length > 1 && (
    <div className={styles.controls} data-idle={isAwake && !canMove ? '' : undefined}>
      <button
        type="button"
        className={styles.rotation}
        data-rotation={isPlaying ? 'playing' : 'paused'}
        aria-label={sentence(isPlaying ? 'pause' : 'play')}
        onClick={toggle}
        data-replay=""
      >
        <i />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: the dots are a group of buttons, not of form fields */}
      <div className={styles.dots} role="group" aria-label={sentence('choose')}>
        {items.map((item, index) => (
          <button
            key={item.key}
            type="button"
            aria-label={sentence('slide', { number: index + 1 })}
            aria-current={index === selected ? 'true' : undefined}
            onClick={() => choose(index)}
            data-replay=""
          />
        ))}
      </div>
    </div>
  )
  return (
    <section
      className={styles.carousel}
      aria-roledescription={sentence('role')}
      aria-label={label}
      data-wake="visible"
      {...suspension}
    >
      {head(controls)}
      {/* biome-ignore lint/a11y/useSemanticElements: a row of slides is a group, not a set of form fields */}
      <div
        ref={row}
        className={`${styles.viewport} ${isAwake ? styles.awake : ''} ${showsOne ? ONE_SHOWN : AS_MANY_AS_FIT}`}
        // A row that scrolls must be within reach of the keyboard; awake, the dots take over.
        tabIndex={isAwake ? undefined : 0}
        role="group"
        aria-label={label}
      >
        <div className={styles.track} aria-live={isPlaying ? 'off' : 'polite'}>
          {items.map((item, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group, as the carousel pattern has it
            <div
              key={item.key}
              className={styles.slide}
              role="group"
              aria-roledescription={sentence('slideRole')}
              aria-label={sentence('place', { number: index + 1, total: items.length })}
              inert={inView.length > 0 && !inView.includes(index)}
            >
              {item}
            </div>
          ))}
        </div>
      </div>
      {isNear && row.current && (
        <Suspense fallback={null}>
          <CarouselMotion row={row.current} direction={directionOf(language)} onReady={setSlides} />
        </Suspense>
      )}
    </section>
  )
}

const ONE_SHOWN = `${styles['from600-1']} ${styles['from1000-1']}`
const AS_MANY_AS_FIT = `${styles['from600-2']} ${styles['from1000-3']}`

const NEAR = '400px'

function useIsNear(row: RefObject<HTMLElement | null>) {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!row.current) return
    const approach = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true)
      },
      { rootMargin: NEAR },
    )
    approach.observe(row.current)
    return () => approach.disconnect()
  }, [row])
  return isNear
}

function useSlides(slides: Slides | undefined) {
  const chosenEarly = useRef<number>(undefined)
  const [state, setState] = useState({ selected: 0, inView: [] as number[], canMove: true })

  useEffect(() => {
    if (!slides) return
    const read = () =>
      setState({
        selected: slides.selectedScrollSnap(),
        inView: slides.slidesInView(),
        canMove: slides.scrollSnapList().length > 1,
      })
    continueFromScrolledRow(slides)
    if (chosenEarly.current !== undefined) slides.scrollTo(chosenEarly.current, true)
    read()
    slides.on('select', read).on('slidesInView', read).on('reInit', read)
    return () => {
      slides.off('select', read).off('slidesInView', read).off('reInit', read)
    }
  }, [slides])

  const choose = (index: number) => {
    if (slides) slides.scrollTo(index, prefersStillness())
    else chosenEarly.current = index
  }
  return { ...state, choose }
}

function continueFromScrolledRow(slides: Slides) {
  const row = slides.rootNode()
  const slideSize = slides.slideNodes()[0]?.getBoundingClientRect().width
  if (!row.scrollLeft || !slideSize) return
  const index = Math.round(Math.abs(row.scrollLeft) / slideSize)
  row.scrollLeft = 0
  slides.scrollTo(index, true)
}

/** The button decides whether the slides move; hover and focus suspend them. */
function useRotation(slides: Slides | undefined) {
  const [isWanted, setIsWanted] = useState(true)
  const [isSuspended, setIsSuspended] = useState(false)
  const mayMove = isWanted && !isSuspended

  useEffect(() => {
    if (prefersStillness()) setIsWanted(false)
  }, [])

  useEffect(() => {
    const autoplay = slides?.plugins().autoplay
    if (!slides || !autoplay) return
    if (!mayMove) return autoplay.stop()
    const play = () => autoplay.play(prefersStillness())
    play()
    // A finger on the slides stops them; they go on when it is lifted.
    slides.on('pointerUp', play)
    return () => {
      slides.off('pointerUp', play)
    }
  }, [slides, mayMove])

  return {
    isPlaying: isWanted,
    toggle: () => {
      setIsWanted(!isWanted)
      setIsSuspended(false)
    },
    suspension: {
      onMouseEnter: () => setIsSuspended(true),
      onMouseLeave: () => setIsSuspended(false),
      onFocus: (event: FocusEvent<HTMLElement>) => {
        if (event.target.matches(':focus-visible')) setIsSuspended(true)
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsSuspended(false)
      },
    },
  }
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches
