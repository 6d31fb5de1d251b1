import { useEffect, useState } from 'react'
import type { Part } from '#domain/content/types/definition.ts'
import type { ContentType, TypeForm } from '#domain/content/types/index.ts'
import { directionOf, LANGUAGES, type Language } from '#texts/languages.ts'
import { Dot } from '../../parts/elements.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './content.module.css'
import type { ContentRecord, Snapshot } from './draft.ts'
import { unsent } from './edits.ts'
import { focusField, placeOf } from './field-input.tsx'
import { labelOf } from './labels.ts'
import { type Found, type OpenChecks, useOpenRecord } from './open-record.ts'

/** A fault is shown once its field was left, or after Publish. */
export function useChecks(model: TypeForm, { record, edits }: Pick<Snapshot, 'record' | 'edits'>): OpenChecks {
  const found = useFound(model, record)
  const [left, setLeft] = useState<readonly string[]>([])
  const [areAllShown, setAllShown] = useState(record.isPublished)
  // The checks are of the stored text: a fault shown meanwhile would move the page under the pointer.
  const unstored = unsent(edits, record.parts).flatMap(({ part, fields }) =>
    Object.keys(fields).map((name) => placeOf(part, name)),
  )
  const isShown = ({ isBlocking, places }: Found) => {
    if (!isBlocking) return true
    if (places.some((place) => unstored.includes(place))) return false
    return areAllShown || places.some((place) => left.includes(place))
  }
  const shown = found.filter(isShown)
  return {
    shown,
    hiddenCount: found.length - shown.length,
    leave: (part, name) => setLeft((before) => [...new Set([...before, placeOf(part, name)])]),
    showAll: () => setAllShown(true),
    faultOf: (part, name) =>
      shown.find(({ isBlocking, places }) => isBlocking && places.includes(placeOf(part, name)))?.sentence,
  }
}

export function focusFirstFault({ fields }: TypeForm, { checks }: ContentRecord) {
  const first = checks.find(({ isBlocking }) => isBlocking)
  if (first) focusField(partOf(fields, first), first.field)
}

// A picture is one fact, though its words are missing in one language.
const partOf = (fields: TypeForm['fields'], { field, language }: ContentRecord['checks'][number]): Part =>
  fields.find(({ name }) => name === field)?.in === 'shared' ? 'shared' : (language ?? LANGUAGES[0])

export function Checks() {
  const { shown: found, hiddenCount } = useOpenRecord().checks
  const { content: texts, say } = useTexts()
  const groups = [
    [texts.editor.blocking, found.filter(({ isBlocking }) => isBlocking)],
    [texts.editor.advising, found.filter(({ isBlocking }) => !isBlocking)],
  ] as const
  return (
    <section className={styles.checks} id="checks">
      <h2 className="h3">{texts.editor.before}</h2>
      {hiddenCount > 0 && (
        <p className={styles.check}>
          <Dot />
          <span>{say('content.editor.unfinished', { count: hiddenCount })}</span>
        </p>
      )}
      {hiddenCount === 0 && !found.some(({ isBlocking }) => isBlocking) && (
        <p className={styles.check}>
          <Dot fill="solid" />
          <span>{texts.editor.ready}</span>
        </p>
      )}
      {groups.map(
        ([heading, members]) =>
          members.length > 0 && (
            <div key={heading}>
              <h3 className="muted small">{heading}</h3>
              <ul>
                {members.map(({ key, part, name, row, isBlocking, label, sentence }) => (
                  <li key={key} className={styles.check}>
                    <Dot colour={isBlocking ? 'accent' : 'ink'} />
                    <button
                      type="button"
                      className={isBlocking ? styles.blocking : undefined}
                      onClick={() => focusField(part, name, row)}
                    >
                      <b>{label}</b>: {sentence}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  )
}

function useFound({ type, fields }: TypeForm, record: ContentRecord): Found[] {
  const { checks, parts } = record
  const all = useTexts()
  const { content: texts, say, formats } = all
  const labelled = (name: string, part: Part) => {
    const label = labelOf(all, type, name)
    return part === 'shared' ? label : `${label} · ${texts.parts[part]}`
  }
  const behind = LANGUAGES.flatMap((language) =>
    [...new Set(parts[language].behind.map(({ field }) => field))].map(
      (name): Found => ({
        key: `behind ${language} ${name}`,
        part: language,
        name,
        places: [],
        isBlocking: false,
        label: labelled(name, language),
        sentence: texts.editor.isBehind,
      }),
    ),
  )
  const overfull = useOverfull(record).map(
    ({ field, language, lines }): Found => ({
      key: `overfull ${language} ${field}`,
      part: language,
      name: field,
      places: [],
      isBlocking: false,
      label: labelled(field, language),
      sentence: say('content.editor.overfull', { lines }),
    }),
  )
  const found = checks.map((each): Found => {
    const { check, isBlocking, field, language, values } = each
    const part = partOf(fields, each)
    const parts = part === 'shared' || language ? [part] : LANGUAGES
    const isPlainNumber =
      check === 'long' ||
      check === 'numberTooSmall' ||
      check === 'numberTooLarge' ||
      check === 'hoursFormat' ||
      check === 'sectionsNotTranslated'
    return {
      key: `${check} ${field} ${language} ${values.join(' ')}`,
      part,
      name: field,
      places: parts.map((place) => placeOf(place, field)),
      ...(check === 'hoursFormat' && { row: Number(values[0]) }),
      isBlocking,
      label: language ? labelled(field, language) : labelOf(all, type, field),
      sentence: say(`content.checks.${check}`, {
        values: values
          .map((value) => (isPlainNumber ? formats.number(Number(value)) : `\u2068${value}\u2069`))
          .join(' · '),
      }),
    }
  })
  return [...found, ...overfull, ...behind]
}

/** The box of a text in a card of the site, and the number of lines that fit. */
interface Room {
  inlineSize: number
  arabicInset: number
  fontSize: Record<Language, number>
  lines: number
}

const TITLE_ON_DESK = { en: 30.88, ar: 30.88 }
const TITLE_ON_PHONE = { en: 24, ar: 24 }
const TEXT = { en: 16, ar: 17 }

/** At 1440 and at 390 pixels, copied from the cards' style sheets; a browser test compares both. */
const ROOMS: Partial<Record<ContentType, Record<string, Room[]>>> = {
  projects: {
    title: [
      { inlineSize: 427.9, arabicInset: 20, fontSize: TITLE_ON_DESK, lines: 2 },
      { inlineSize: 349, arabicInset: 20, fontSize: TITLE_ON_PHONE, lines: 2 },
    ],
    summary: [
      { inlineSize: 427.9, arabicInset: 20, fontSize: TEXT, lines: 3 },
      { inlineSize: 349, arabicInset: 20, fontSize: TEXT, lines: 4 },
    ],
  },
  services: {
    title: [
      { inlineSize: 378.6, arabicInset: 20, fontSize: TITLE_ON_DESK, lines: 2 },
      { inlineSize: 229, arabicInset: 0, fontSize: TITLE_ON_PHONE, lines: 3 },
    ],
    summary: [
      { inlineSize: 378.6, arabicInset: 20, fontSize: TEXT, lines: 4 },
      { inlineSize: 229, arabicInset: 0, fontSize: TEXT, lines: 6 },
    ],
  },
}

/** Copied from tokens.css: the desk may be in another language than the text. */
const LETTERS: Record<'title' | 'text', Record<Language, { font: (size: number) => string; tracking: string }>> = {
  title: {
    en: { font: (size) => `560 ${size}px / 1 Alyamama, "Alyamama Arabic"`, tracking: '-0.022em' },
    ar: { font: (size) => `560 ${size}px / 1 "Alyamama Arabic", Alyamama`, tracking: '0' },
  },
  text: {
    en: { font: (size) => `340 ${size}px / 1 "Readex Pro", "Readex Pro Arabic"`, tracking: '0' },
    ar: { font: (size) => `360 ${size}px / 1 "Readex Pro Arabic", "Readex Pro"`, tracking: '0' },
  },
}

interface Overfull {
  field: string
  language: Language
  lines: number
}

function useOverfull({ type, parts }: ContentRecord): Overfull[] {
  const [found, setFound] = useState<Overfull[]>([])
  const texts = JSON.stringify(textsInCards(type, parts))
  useEffect(() => {
    let isCurrent = true
    measure(JSON.parse(texts) as TextInCard[]).then(
      (overfull) => isCurrent && setFound(overfull),
      // Without its font a text cannot be measured, so earlier findings stay.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [texts])
  return found
}

interface TextInCard {
  field: string
  language: Language
  text: string
  rooms: Room[]
}

const textsInCards = (type: ContentType, parts: ContentRecord['parts']): TextInCard[] =>
  Object.entries(ROOMS[type] ?? {}).flatMap(([field, rooms]) =>
    LANGUAGES.map((language) => ({ field, language, rooms, text: String(parts[language].fields[field] ?? '').trim() })),
  )

async function measure(texts: TextInCard[]): Promise<Overfull[]> {
  const written = texts.filter(({ text }) => text)
  await Promise.all(
    written.map(({ field, language, text }) => document.fonts.load(lettersOf(field, language).font(16), text)),
  )
  return written.flatMap(({ field, language, text, rooms }) => {
    const torn = rooms.find((room) => linesOf(text, field, language, room) > room.lines)
    return torn ? [{ field, language, lines: torn.lines }] : []
  })
}

const lettersOf = (field: string, language: Language) => LETTERS[field === 'title' ? 'title' : 'text'][language]

function linesOf(text: string, field: string, language: Language, { inlineSize, arabicInset, fontSize }: Room) {
  const line = document.createElement('div')
  const { font, tracking } = lettersOf(field, language)
  line.lang = language
  line.dir = directionOf(language)
  line.ariaHidden = 'true'
  line.textContent = text
  Object.assign(line.style, {
    position: 'absolute',
    visibility: 'hidden',
    inlineSize: `${inlineSize - (language === 'ar' ? arabicInset : 0)}px`,
    font: font(fontSize[language]),
    fontVariantNumeric: 'normal',
    letterSpacing: tracking,
    overflowWrap: 'anywhere',
  })
  document.body.append(line)
  const lines = Math.round(line.getBoundingClientRect().height / fontSize[language])
  line.remove()
  return lines
}
