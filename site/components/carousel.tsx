import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { type FocusEvent, type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CAROUSEL } from '#contract/constants.ts'
import { directionOf } from '#texts/languages.ts'
import { useRoot } from '../root.tsx'
import styles from './carousel.module.css'

type Shown = 1 | 2 | 3

interface CarouselProps {
  /** What the slides are, for those who hear the page. */
  label: string
  /** The slides; each carries its own key. */
  items: ReactElement[]
  itemsShown: { base: Shown; from600: Shown; from1000: Shown }
  /** Puts the controls beside a heading; without it they stand under the slides. */
  head?: (controls: ReactNode) => ReactNode
}

/**
 * Product 2.1: loop, autoplay, dots, no arrows. Before the application wakes, and without script,
 * the slides are a row that scrolls.
 */
export function Carousel({ label, items, itemsShown, head }: CarouselProps) {
  const sentence = useTranslations('shell.carousel')
  const { viewport, isAwake, selected, inView, canMove, choose } = useSlides()
  const { isPlaying, toggle, suspension } = useRotation(viewport)
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
      {head?.(controls)}
      {/* biome-ignore lint/a11y/useSemanticElements: a row of slides is a group, not a set of form fields */}
      <div
        ref={viewport.ref}
        className={`${styles.viewport} ${isAwake ? styles.awake : ''} ${shownClasses(itemsShown)}`}
        // A row that scrolls must be within reach of the keyboard; the dots take over when the application is awake.
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
      {!head && controls}
    </section>
  )
}

const shownClasses = ({ base, from600, from1000 }: CarouselProps['itemsShown']) =>
  [styles[`base-${base}`], styles[`from600-${from600}`], styles[`from1000-${from1000}`]].join(' ')

/** Embla measures a movement in its own unit; this many settle in CAROUSEL.slideMilliseconds. */
const SLIDE_DURATION = 18
const IN_VIEW_SHARE = 0.6

type Viewport = ReturnType<typeof useSlides>['viewport']

function useSlides() {
  const { language } = useRoot()
  const [ref, embla] = useEmblaCarousel(
    {
      loop: true,
      align: 'start',
      direction: directionOf(language),
      dragThreshold: CAROUSEL.dragThresholdPixels,
      duration: SLIDE_DURATION,
      inViewThreshold: IN_VIEW_SHARE,
    },
    [
      Autoplay({
        delay: CAROUSEL.autoplayMilliseconds,
        playOnInit: false,
        stopOnInteraction: true,
        stopOnFocusIn: false,
        stopOnMouseEnter: false,
      }),
    ],
  )
  const [state, setState] = useState({ selected: 0, inView: [] as number[], canMove: true })

  useEffect(() => {
    if (!embla) return
    const read = () =>
      setState({
        selected: embla.selectedScrollSnap(),
        inView: embla.slidesInView(),
        canMove: embla.scrollSnapList().length > 1,
      })
    continueFromScrolledRow(embla)
    read()
    embla.on('select', read).on('slidesInView', read).on('reInit', read)
    return () => {
      embla.off('select', read).off('slidesInView', read).off('reInit', read)
    }
  }, [embla])

  return {
    viewport: { ref, embla },
    isAwake: embla !== undefined,
    choose: (index: number) => embla?.scrollTo(index, prefersStillness()),
    ...state,
  }
}

/** Whoever has scrolled the row before the application woke finds the slide they were reading. */
function continueFromScrolledRow(embla: NonNullable<Viewport['embla']>) {
  const row = embla.rootNode()
  const slideSize = embla.slideNodes()[0]?.getBoundingClientRect().width
  if (!row.scrollLeft || !slideSize) return
  const index = Math.round(Math.abs(row.scrollLeft) / slideSize)
  row.scrollLeft = 0
  embla.scrollTo(index, true)
}

/** Who says whether the slides move: the visitor's button always, hover and focus while they last. */
function useRotation({ embla }: Viewport) {
  const [isWanted, setIsWanted] = useState(true)
  const [isSuspended, setIsSuspended] = useState(false)
  const mayMove = isWanted && !isSuspended

  useEffect(() => {
    if (prefersStillness()) setIsWanted(false)
  }, [])

  useEffect(() => {
    const autoplay = embla?.plugins().autoplay
    if (!embla || !autoplay) return
    if (!mayMove) return autoplay.stop()
    const play = () => autoplay.play(prefersStillness())
    play()
    // A finger on the slides stops them; they go on when it is lifted.
    embla.on('pointerUp', play)
    return () => {
      embla.off('pointerUp', play)
    }
  }, [embla, mayMove])

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
