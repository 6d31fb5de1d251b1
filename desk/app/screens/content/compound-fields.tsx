import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { WEEKDAYS } from '#contract/constants.ts'
import type { OpeningHours } from '#contract/entities.ts'
import { addressOfPicture, readPictureAddress } from '#contract/uploaded-pictures.ts'
import type { Picture } from '#domain/content/types/definition.ts'
import { inEachLanguage, LANGUAGES } from '#texts/languages.ts'
import { Button, IconButton, Ltr, TextLink } from '../../parts/elements.tsx'
import { CheckList, Field } from '../../parts/field.tsx'
import { ChooseDialog, PictureImage } from '../../pictures/library.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './content.module.css'

interface PictureFieldProps {
  label: string
  value: readonly Picture[]
  onChange(value: Picture[]): void
  isReadOnly?: boolean
}

export function PictureField({ label, value, onChange, isReadOnly = false }: PictureFieldProps) {
  const { content: texts, pictures, say, language } = useTexts()
  const [isChoosing, setChoosing] = useState(false)
  /** Several files may arrive one after the other, each before this is drawn anew. */
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  }, [value])
  const add = (address: string) => {
    const added = inEachLanguage(() => address)
    latest.current = [...latest.current, added]
    onChange([...latest.current])
  }
  const nameOf = (picture: Picture, index: number) =>
    uploadedIn(picture) ? say('content.form.pictureNumber', { number: index + 1 }) : fileName(picture[LANGUAGES[0]])
  const moved = (from: number, to: number) => {
    const rest = value.toSpliced(from, 1)
    onChange(rest.toSpliced(to, 0, value[from] as Picture))
  }
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {value.length === 0 && <p className="muted small">{texts.form.noPicture}</p>}
      <ol>
        {value.map((picture, index) => {
          const name = nameOf(picture, index)
          const uploaded = uploadedIn(picture)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice
            <li key={`${name} ${index}`} className={styles.picture}>
              {uploaded ? (
                <>
                  <PictureImage {...uploaded} />
                  <TextLink to={`/pictures?picture=${uploaded.id}`}>{name}</TextLink>
                </>
              ) : (
                <span>
                  {namesOf(picture).map((each) => (
                    <Ltr key={each} className={styles.fileName}>
                      {each}
                    </Ltr>
                  ))}
                  {picture.words && <small className="muted">{picture.words[language]}</small>}
                </span>
              )}
              {!isReadOnly && (
                <span className={styles.pictureTools}>
                  {index > 0 && (
                    <IconButton
                      icon={ArrowUp}
                      label={say('content.form.pictureUp', { name })}
                      onClick={() => moved(index, index - 1)}
                    />
                  )}
                  {index < value.length - 1 && (
                    <IconButton
                      icon={ArrowDown}
                      label={say('content.form.pictureDown', { name })}
                      onClick={() => moved(index, index + 1)}
                    />
                  )}
                  <IconButton
                    icon={X}
                    label={say('content.form.removePicture', { name })}
                    onClick={() => onChange(value.toSpliced(index, 1))}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ol>
      {!isReadOnly && <Button small icon={Plus} onClick={() => setChoosing(true)} label={pictures.add} />}
      {isChoosing && (
        <ChooseDialog
          onUploaded={(picture) => add(addressOfPicture(picture))}
          onChosen={(picture) => {
            add(addressOfPicture(picture))
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </fieldset>
  )
}

const uploadedIn = (picture: Picture) => readPictureAddress(picture[LANGUAGES[0]])

const fileName = (address: string) => address.split('/').at(-1) ?? address

/** One name where all languages show the same picture. */
export const namesOf = (picture: Picture) => [...new Set(LANGUAGES.map((language) => nameAt(picture[language])))]

/** All uploaded pictures of one width have the same file name. */
const nameAt = (address: string) => readPictureAddress(address)?.id ?? fileName(address)

interface HoursFieldProps {
  label: string
  value: readonly OpeningHours[]
  onChange(value: OpeningHours[]): void
  isReadOnly: boolean
}

export function HoursField({ label, value, onChange, isReadOnly }: HoursFieldProps) {
  const { content: texts, say } = useTexts()
  const change = (index: number, changes: Partial<OpeningHours>) =>
    onChange(value.with(index, { ...(value[index] as OpeningHours), ...changes }))
  return (
    <fieldset className={styles.group} disabled={isReadOnly}>
      <legend>{label}</legend>
      {value.map(({ days, opens, closes }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
        <fieldset key={index} className={styles.hours}>
          <legend className="vh">{say('content.form.hoursRow', { number: index + 1 })}</legend>
          <div className={styles.days}>
            <CheckList
              of={WEEKDAYS.map((day) => [day, texts.weekdays[day]])}
              chosen={days}
              onChange={(chosen) => change(index, { days: chosen })}
            />
          </div>
          <div className={styles.times}>
            <Field
              type="time"
              ltr
              label={texts.form.opens}
              value={opens ?? ''}
              onChange={({ target }) => change(index, { opens: target.value || null })}
            />
            <Field
              type="time"
              ltr
              label={texts.form.closes}
              value={closes ?? ''}
              onChange={({ target }) => change(index, { closes: target.value || null })}
            />
            {!opens && !closes && <span className="muted small">{texts.form.closedDay}</span>}
            <IconButton icon={X} label={texts.form.removeHours} onClick={() => onChange(value.toSpliced(index, 1))} />
          </div>
        </fieldset>
      ))}
      <Button
        small
        icon={Plus}
        onClick={() => onChange([...value, { days: [], opens: null, closes: null }])}
        label={texts.form.addHours}
      />
    </fieldset>
  )
}
