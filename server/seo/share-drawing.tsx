import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Cover } from '#site/brand/covers/cover.tsx'
import { DotField } from '#site/brand/dots/crowd.tsx'
import { GrowingChain } from '#site/brand/dots/growing-chain.tsx'
import { HundredDots } from '#site/brand/dots/hundred-dots.tsx'
import { Seats } from '#site/brand/dots/seats.tsx'
import { type Pigment, seedOf } from '#site/brand/drawing.tsx'
import type { ServiceKind } from '#site/brand/icons/service-kind.ts'
import { nuqtaDots, nuqtaLetters } from '#site/brand/letters/nuqta.ts'
import { BeforeAfter } from '#site/brand/scenes/before-after.tsx'
import { OfficeMap } from '#site/brand/scenes/office-map.tsx'
import { Stage } from '#site/brand/scenes/stage.tsx'
import { Alif } from '#site/brand/words/alif.tsx'
import { Guillemets } from '#site/brand/words/guillemets.tsx'
import { QuestionMark } from '#site/brand/words/question-mark.tsx'
import type { Language } from '#texts/languages.ts'
import type { Subject } from './indexed-pages.ts'

/** A file cannot see the theme of a page, so its colours are written out. */
export const colours: Record<Pigment, string> = {
  ink: '#11141b',
  paper: '#f2f3f0',
  sunk: '#dde0da',
  cinnabar: '#e8411f',
  cinnabarTint: '#f8d5ca',
  lapis: '#2335c4',
  lapisTint: '#cdd4f6',
}

type Panel = (width: number, height: number) => string

export function drawingOf(plain: string, language: Language, subject: Subject = {}): Panel {
  const [path = ''] = plain.split('?')
  const [, page = '', id = ''] = path.split('/')
  switch (page) {
    case '':
      return cropped(<Word />, { x: 1240, y: -790, width: 920, ground: colours.ink })
    case 'services':
      return stage('web')
    case 'services-details':
      return stage(subject.service ?? 'web')
    case 'projects-details':
    case 'app-details':
      return cover(Number(id), subject.project?.type ?? '')
    case 'projectsOverView':
      return cover(seedOf(plain), { 1: 'mobile', 2: 'web' }[id] ?? 'erp')
    case 'jobs':
    case 'careerApply':
    case 'general-application':
      return cropped(<Seats {...(subject.seats ?? { taken: 0 })} />, {
        x: 180,
        y: -90,
        width: 270,
        ground: colours.cinnabarTint,
      })
    case 'about':
      return inside(<Alif label="" />, colours.sunk)
    case 'internship':
      return cropped(<GrowingChain />, { x: 300, y: 0, width: 900, ground: colours.sunk })
    case 'contact':
      return cropped(<OfficeMap nile="" />, { x: 180, y: 0, width: 477, ground: colours.sunk })
    case 'faq':
      return inside(<QuestionMark language={language} />, colours.cinnabarTint)
    case 'testimonials':
      return inside(<Guillemets />, colours.lapis)
    case 'pricing':
      return inside(<HundredDots count={70} />, colours.ink)
    case 'case-study':
    case 'case-study-details': {
      const { before, after } = subject.study ?? { before: 1, after: 0 }
      return inside(<BeforeAfter before={before} after={after} columns={4} />, colours.sunk)
    }
    case 'blog':
      return inside(<DotField count={56} columns={7} rows={8} />, colours.cinnabar)
    case 'blog-details': {
      // One dot is one minute of reading.
      const { minutes } = subject.note ?? { minutes: 1 }
      return inside(<DotField count={minutes} columns={1} rows={minutes} />, colours.cinnabar)
    }
    default:
      return cover(seedOf(plain), ['mobile', 'web', 'erp'][seedOf(plain) % 3] as string)
  }
}

/** Replaces the theme's variables with colours of the light theme. */
export function withWrittenColours(markup: string, onDark = false) {
  const ink = onDark ? colours.paper : colours.ink
  const written: Record<string, string> = {
    '--a-ink': ink,
    '--a-hair': '#bfc3bd',
    '--a-mark': '#8d939b',
    '--edge': '#757b85',
    '--dot': colours.cinnabar,
    '--map-street': '#fafbf9',
    '--map-block': '#dde0da',
    '--map-park': '#c6ccc2',
    '--map-water': colours.lapis,
    '--map-road': '#ffffff',
    '--c-ink': colours.ink,
    '--c-paper': colours.paper,
    '--c-sunk': colours.sunk,
    '--c-cin': colours.cinnabar,
    '--c-cinTint': colours.cinnabarTint,
    '--c-lap': colours.lapis,
    '--c-lapTint': colours.lapisTint,
  }
  return markup.replace(/var\((--[\w-]+)(?:,\s*([^)]+))?\)/g, (_, name: string, fallback?: string) =>
    fallback === 'transparent' ? 'none' : (written[name] ?? fallback ?? ink),
  )
}

function Word() {
  return (
    <svg viewBox="0 -790 2140 1230" aria-hidden="true">
      <path d={nuqtaLetters} fill={colours.paper} />
      <path d={nuqtaDots.join('')} fill={colours.cinnabar} />
    </svg>
  )
}

const cover =
  (id: number, type: string): Panel =>
  (width, height) =>
    placed(<Cover id={id} type={type} width={width} height={height} />, { width, height })

/** Where the dot of each scene is; the panel shows the part around it. */
const FOCUS: Record<ServiceKind, number> = { app: 1010, social: 290, erp: 748, web: 1012, ai: 1146, data: 984 }
const STAGE_HEIGHT = 600

function stage(kind: ServiceKind): Panel {
  return (width, height) => {
    const part = (STAGE_HEIGHT * width) / height
    const viewBox = `${FOCUS[kind] - part / 2} 0 ${part} ${STAGE_HEIGHT}`
    return placed(<Stage kind={kind} />, { width, height }, { viewBox })
  }
}

function cropped(drawing: ReactElement, part: { x: number; y: number; width: number; ground: string }): Panel {
  return (width, height) => {
    const viewBox = `${part.x} ${part.y} ${part.width} ${(part.width * height) / width}`
    return placed(drawing, { width, height }, { viewBox, ground: part.ground })
  }
}

const INSET = 72
const DARK_GROUNDS = [colours.ink, colours.lapis]

function inside(drawing: ReactElement, ground: string): Panel {
  return (width, height) => {
    const size = { width: width - INSET * 2, height: height - INSET * 2 }
    const whole = placed(drawing, size, { isWhole: true, onDark: DARK_GROUNDS.includes(ground) })
    return `<rect width="${width}" height="${height}" fill="${ground}"/><g transform="translate(${INSET} ${INSET})">${whole}</g>`
  }
}

function placed(
  drawing: ReactElement,
  { width, height }: { width: number; height: number },
  { viewBox = '', ground = '', isWhole = false, onDark = false } = {},
) {
  const markup = renderToStaticMarkup(drawing)
    .replace(/^<svg[^>]*>/, (tag) => {
      const box = viewBox || tag.match(/viewBox="([^"]*)"/)?.[1]
      const fit = isWhole ? 'meet' : 'slice'
      return `<svg width="${width}" height="${height}" viewBox="${box}" preserveAspectRatio="xMidYMid ${fit}">`
    })
    .replaceAll('currentColor', onDark ? colours.paper : colours.ink)
  const rect = ground ? `<rect width="${width}" height="${height}" fill="${ground}"/>` : ''
  return rect + withWrittenColours(markup, onDark)
}
