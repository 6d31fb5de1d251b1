import { type ReactNode, useState } from 'react'
import { readPictureAddress, type UploadedPicture } from '#contract/uploaded-pictures.ts'
import type { Picture } from '#domain/content/types/definition.ts'
import type { FormField } from '#domain/content/types/index.ts'
import { SEARCH_FIELDS } from '#domain/content/types/search-and-share.ts'
import { classNames } from '#site/brand/class-names.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import { fillPlaces } from '#texts/fill-in.ts'
import { directionOf, LANGUAGES, type Language } from '#texts/languages.ts'
import { Ltr } from '../../parts/elements.tsx'
import { PictureImage } from '../../pictures/library.tsx'
import { TextsProvider, useTexts } from '../../texts.tsx'
import editorStyles from './content.module.css'
import { currentValue } from './edits.ts'
import { type Measured, measured, SEARCH_DESCRIPTION, SEARCH_TITLE } from './measure.ts'
import { useOpenRecord } from './open-record.ts'
import styles from './search-and-share.module.css'

export const isSearchField = ({ name }: FormField) => (SEARCH_FIELDS as readonly string[]).includes(name)

interface SearchAndShareProps {
  texts: ReactNode
  shared: ReactNode
  columnTexts: Record<Language, DeskTexts>
}

/** Folded until one of the fields is filled in. */
export function SearchAndShare({ texts: textFields, shared, columnTexts }: SearchAndShareProps) {
  const { model, record, timeZone } = useOpenRecord()
  const { content } = useTexts()
  const texts = content.searchAndShare
  const [isFilled] = useState(() =>
    SEARCH_FIELDS.some((name) => Object.values(record.parts).some(({ fields }) => fields[name])),
  )
  return (
    <details className={classNames(editorStyles.factsPart, styles.part)} open={isFilled}>
      <summary>
        <h2 className="h3">{texts.title}</h2>
      </summary>
      <p className="muted small">{model.isSingle ? texts.textOfPage : texts.text}</p>
      <div className={editorStyles.sides} dir="ltr">
        {textFields}
        <div className={editorStyles.pair}>
          {LANGUAGES.map((language) => (
            <div
              key={language}
              className={styles.previews}
              lang={language}
              dir={directionOf(language)}
              data-column={language}
            >
              <TextsProvider language={language} texts={columnTexts[language]} timeZone={timeZone}>
                <Previews language={language} />
              </TextsProvider>
            </div>
          ))}
        </div>
      </div>
      <div className={editorStyles.facts}>{shared}</div>
      <ul className={classNames('muted small', styles.notes)}>
        <li>{texts.pictureNote}</li>
        <li>{record.type === 'jobs' ? texts.unlistedJob : texts.unlistedNote}</li>
      </ul>
    </details>
  )
}

function Previews({ language }: { language: Language }) {
  const { record, edits } = useOpenRecord()
  const { content, company } = useTexts()
  const texts = content.searchAndShare
  const written = (name: string) => String(currentValue(edits, record.parts, language, name) ?? '').trim()
  const usual = record.page?.[language]
  const own = { title: written('search_title'), description: written('search_description') }
  const filled = (text: string) => fillPlaces(text, usual?.places ?? {})
  const title = filled(own.title || usual?.title || content.untitled)
  const description = filled(own.description || usual?.description || '')
  const shownTitle = measured(`${title} · ${company}`, SEARCH_TITLE)
  const shownDescription = measured(description, SEARCH_DESCRIPTION)
  const { host, path } = placeOf(usual?.address)
  const isUnlisted = currentValue(edits, record.parts, 'shared', 'is_unlisted') === true
  return (
    <>
      <figure>
        <figcaption>{texts.inSearch}</figcaption>
        {isUnlisted ? (
          <p className={styles.left}>{texts.isLeftOut}</p>
        ) : (
          <div className={styles.result}>
            <p className={styles.site}>
              <b>{company}</b>
              <Ltr>{[host, ...path].filter(Boolean).join(' › ')}</Ltr>
            </p>
            <div className={styles.title}>{shownTitle.shown}</div>
            <p className={styles.description}>{shownDescription.shown}</p>
          </div>
        )}
        <ul className={classNames('small', styles.measures)}>
          <Measure label={texts.titleWidth} of={shownTitle} most={SEARCH_TITLE.most} isOwn={own.title !== ''} />
          <Measure
            label={texts.descriptionWidth}
            of={shownDescription}
            most={SEARCH_DESCRIPTION.most}
            isOwn={own.description !== ''}
          />
        </ul>
      </figure>
      <figure>
        <figcaption>{texts.shared}</figcaption>
        <div className={styles.card}>
          <SharePicture language={language} title={title} />
          <div>
            <Ltr>{host}</Ltr>
            <b>{title}</b>
            <p>{description}</p>
          </div>
        </div>
      </figure>
    </>
  )
}

function placeOf(address = '') {
  if (!URL.canParse(address)) return { host: '', path: address.split('/').filter(Boolean) }
  const { host, pathname } = new URL(address)
  return { host, path: decodeURIComponent(pathname).split('/').filter(Boolean) }
}

interface MeasureProps {
  label: string
  of: Measured
  most: number
  isOwn: boolean
}

function Measure({ label, of: { width, isLong }, most, isOwn }: MeasureProps) {
  const { content, say } = useTexts()
  const texts = content.searchAndShare
  return (
    <li>
      {label}: {say('content.searchAndShare.width', { width, most })}
      {isLong && <span className={styles.long}> · {texts.isLong}</span>}
      {!isOwn && <span className="muted"> · {texts.isUsual}</span>}
    </li>
  )
}

/** A chosen picture as it is cropped, or a sketch of the drawing. */
function SharePicture({ language, title }: { language: Language; title: string }) {
  const { record, edits } = useOpenRecord()
  const chosen = currentValue(edits, record.parts, 'shared', 'share_picture') as Picture | null
  const uploaded = chosen && readPictureAddress(chosen[language])
  if (uploaded)
    return (
      <div className={classNames(styles.picture, ...focusClasses(uploaded))}>
        <PictureImage {...uploaded} />
      </div>
    )
  return (
    <div className={classNames(styles.picture, styles.drawn)} aria-hidden="true">
      <span>{title}</span>
    </div>
  )
}

/** The content security policy forbids inline styles. */
const ACROSS = [styles.x0, styles.x1, undefined, styles.x3, styles.x4]
const DOWN = [styles.y0, styles.y1, undefined, styles.y3, styles.y4]

const focusClasses = ({ focus }: UploadedPicture) => [ACROSS[focus.x], DOWN[focus.y]]
