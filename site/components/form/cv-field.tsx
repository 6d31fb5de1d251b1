import { FileText, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CV_FIELD } from '#contract/forms.ts'
import { useFormats, useRoot, useTexts } from '../../page-context.tsx'
import { type CheckedCv, checkCv } from '../../submissions/form-fields.ts'
import { Icon } from '../controls.tsx'
import { BYTES_IN_MEGABYTE, useAnswersInForm, useErrorSentences } from './answer-fields.tsx'
import styles from './cv-field.module.css'
import { describedField, FieldFrame } from './field.tsx'

export function CvField() {
  const texts = useTexts('forms')
  const sentence = useTranslations('forms')
  const { cvMaximumBytes } = useRoot().settings
  const { cv, setCv, isAwake, errorOf } = useAnswersInForm()
  const sentenceFor = useErrorSentences()
  const broken = errorOf(CV_FIELD)
  const error = broken && sentenceFor(CV_FIELD, broken)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useDropsElsewhereIgnored()

  const choose = async (files: ArrayLike<File>) => {
    const chosen = await checkCv(files, cvMaximumBytes)
    if (chosen) setCv(chosen)
  }

  const chooseFrom = async (picker: HTMLInputElement) => {
    await choose(picker.files ?? [])
    // Without this, choosing the same file again fires no event.
    picker.value = ''
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page wakes: a file may have been chosen before
  useEffect(() => {
    if (input.current?.files?.length) void chooseFrom(input.current)
  }, [])

  return (
    <FieldFrame name={CV_FIELD} label={texts.fields.cv} error={error} wide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the input inside is the first */}
      <div
        className={[styles.drop, isOver && styles.over, error && styles.invalid].filter(Boolean).join(' ')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void choose(event.dataTransfer.files)
        }}
      >
        <input
          {...describedField({ name: CV_FIELD, hint: texts.hints.cv, error })}
          ref={input}
          type="file"
          name={CV_FIELD}
          accept=".pdf"
          required
          onChange={({ target }) => chooseFrom(target)}
        />
        <span className={styles.dot}>
          <Icon of={Upload} />
        </span>
        <span className={styles.text}>
          <b className={styles.withMouse}>
            {texts.cv.drop} <u>{texts.cv.choose}</u>
          </b>
          <b className={styles.onTouch}>
            <u>{texts.cv.chooseOnTouch}</u>
          </b>
          <small id={`${describedField({ name: CV_FIELD }).id}-hint`}>
            <span>{texts.hints.cv}</span>
            <span>{sentence('hints.cvSize', { megabytes: cvMaximumBytes / BYTES_IN_MEGABYTE })}</span>
          </small>
        </span>
      </div>
      {isAwake && cv && (
        <Chosen
          cv={cv}
          onRemove={() => {
            setCv(undefined)
            input.current?.focus()
          }}
        />
      )}
    </FieldFrame>
  )
}

function Chosen({ cv, onRemove }: { cv: CheckedCv; onRemove: () => void }) {
  const texts = useTexts('forms').cv
  const sentence = useTranslations('forms')
  const size = useSizeInWords()
  return (
    <div className={cv.problem ? `${styles.chosen} ${styles.wrong}` : styles.chosen}>
      <Icon of={FileText} />
      <bdi>{cv.file.name}</bdi>
      <small>{size(cv.file.size)}</small>
      <button type="button" aria-label={sentence('cv.removeNamed', { name: cv.file.name })} onClick={onRemove}>
        {texts.remove}
      </button>
    </div>
  )
}

export function useSizeInWords() {
  const sentence = useTranslations('forms')
  const format = useFormats()
  return (bytes: number) => {
    const megabytes = bytes / BYTES_IN_MEGABYTE
    if (megabytes >= 1)
      return sentence('cv.megabytes', { size: format.number(megabytes, { maximumFractionDigits: 1 }) })
    return sentence('cv.kilobytes', { size: format.number(Math.max(1, Math.round(bytes / 1024))) })
  }
}

/** A file dropped beside the zone would replace the page, and the form with it. */
function useDropsElsewhereIgnored() {
  useEffect(() => {
    const ignore = (event: DragEvent) => event.preventDefault()
    addEventListener('dragover', ignore)
    addEventListener('drop', ignore)
    return () => {
      removeEventListener('dragover', ignore)
      removeEventListener('drop', ignore)
    }
  }, [])
}
