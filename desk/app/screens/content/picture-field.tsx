import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { addressOfPicture, readPictureAddress } from '#contract/uploaded-pictures.ts'
import type { Picture } from '#domain/content/types/definition.ts'
import { inEachLanguage, LANGUAGES } from '#texts/languages.ts'
import { Button, IconButton, Ltr, TextLink } from '../../parts/elements.tsx'
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
  const { content: texts, pictures, say } = useTexts()
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
export const namesOf = (picture: Picture) => [...new Set(LANGUAGES.map((language) => fileName(picture[language])))]
