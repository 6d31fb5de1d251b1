import { Upload as UploadIcon } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { LogoUse } from '#contract/logos.ts'
import type { UploadedPicture } from '#contract/uploaded-pictures.ts'
import { classNames } from '#site/brand/class-names.ts'
import { addressOf, api, NoAnswer, Refusal, type ResultOf, upload } from '../api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Button, Note, Skeleton } from '../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'
import styles from './library.module.css'

export interface Upload {
  id: number
  name: string
  size: number
  sent: number
  failure?: string
  stop(): void
}

type Uploaded = ResultOf<'POST /pictures'>

let lastId = 0

/** Why a file did not arrive. */
export function useUploadSentence() {
  const { shell, 'field-errors': fieldTexts } = useTexts()
  return (error: unknown): string => {
    if (error instanceof NoAnswer) return shell.failure.network
    if (!(error instanceof Refusal)) throw error
    const key = error.body.errors?.file?.[0] as keyof typeof fieldTexts | undefined
    return (key && fieldTexts[key]) || error.message
  }
}

/** One upload after the other, because the server prepares one at a time. */
export function useUploads(onUploaded: (picture: Uploaded) => void, logo?: LogoUse) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const queue = useRef(Promise.resolve())
  const sentenceOf = useUploadSentence()

  const change = useCallback((id: number, changes: Partial<Upload> | undefined) => {
    setUploads((current) =>
      current.flatMap((each) => (each.id !== id ? [each] : changes ? [{ ...each, ...changes }] : [])),
    )
  }, [])

  const send = async (file: File, id: number, signal: AbortSignal) => {
    if (signal.aborted) return
    try {
      const onProgress = (sent: number) => change(id, { sent })
      const query = { name: file.name, ...(logo && { logo }) }
      const picture = await upload('POST /pictures', { query, file, onProgress, signal })
      change(id, undefined)
      onUploaded(picture)
    } catch (error) {
      if (!signal.aborted) change(id, { failure: sentenceOf(error) })
    }
  }

  const add = (files: Iterable<File>) => {
    for (const file of files) {
      lastId += 1
      const id = lastId
      const controller = new AbortController()
      const stop = () => {
        controller.abort()
        change(id, undefined)
      }
      setUploads((current) => [...current, { id, name: file.name, size: file.size, sent: 0, stop }])
      queue.current = queue.current.then(() => send(file, id, controller.signal))
    }
  }

  return { uploads, add }
}

export type Picture = ResultOf<'GET /pictures'>['pictures'][number]

const SMALL_WIDTH = 400

/** A drawing is only ever a logo. */
const isPhoto = ({ isDrawing }: Picture) => !isDrawing

export function PictureImage({ id, width, height, isDrawing }: UploadedPicture | Picture) {
  return (
    <img
      src={addressOf('GET /pictures/:id/file', { params: { id }, query: { width: SMALL_WIDTH } })}
      className={isDrawing && styles.whole}
      alt=""
      width={width}
      height={height}
      loading="lazy"
    />
  )
}

export function UploadTile({ upload: { name, size, sent, failure, stop } }: { upload: Upload }) {
  const { pictures: texts, say, formats } = useTexts()
  return (
    <li className={classNames(styles.upload, failure !== undefined && styles.failed)}>
      <p className={styles.name} dir="ltr">
        {name}
      </p>
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : (
        <>
          <progress max={size} value={sent} aria-label={name} />
          <p className="muted small">
            {sent >= size
              ? texts.preparing
              : say('pictures.uploading', { sent: formats.size(sent), size: formats.size(size) })}
          </p>
        </>
      )}
      <Button small look="quiet" onClick={stop} label={failure ? texts.dismiss : texts.stop} />
    </li>
  )
}

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif'

interface FileChooserProps {
  input?: RefObject<HTMLInputElement | null>
  /** For one file of other kinds, beside other fields. */
  single?: { label: string; accept: string }
  onChosen(files: File[]): void
}

export function FileChooser({ input, single, onChosen }: FileChooserProps) {
  const { pictures: texts } = useTexts()
  const { label, accept } = single ?? { label: texts.upload, accept: ACCEPTED }
  const own = useRef<HTMLInputElement>(null)
  const chooser = input ?? own
  return (
    <>
      <Button
        look={single ? 'plain' : 'primary'}
        small={single !== undefined}
        icon={UploadIcon}
        onClick={() => chooser.current?.click()}
        label={label}
      />
      <input
        ref={chooser}
        className="vh"
        type="file"
        accept={accept}
        multiple={!single}
        tabIndex={-1}
        aria-label={label}
        onChange={({ currentTarget }) => {
          onChosen([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </>
  )
}

interface ChooseDialogProps {
  onUploaded(picture: Picture): void
  onChosen(picture: Picture): void
  onClose(): void
}

export function ChooseDialog({ onUploaded, onChosen, onClose }: ChooseDialogProps) {
  const { pictures: texts, say } = useTexts()
  const announcements = useAnnouncements()
  const [pictures, setPictures] = useState<Picture[]>()
  const { submit, failure } = useSubmit()
  const { uploads, add } = useUploads((picture) => {
    setPictures((known = []) => [picture, ...known.filter(({ id }) => id !== picture.id)])
    announcements.say(say('pictures.added', { name: picture.name }))
    onUploaded(picture)
  })
  useEffect(() => {
    submit(async () => setPictures((await api('GET /pictures')).pictures))
  }, [submit])
  return (
    <Dialog
      title={texts.choose}
      text={texts.chooseText}
      wide
      onClose={onClose}
      close={texts.close}
      actions={<FileChooser onChosen={add} />}
    >
      {failure && <Note kind="wrong">{failure}</Note>}
      {!pictures && !failure && <Skeleton rows={3} />}
      <ul className={styles.grid} aria-label={texts.list}>
        {uploads.map((upload) => (
          <UploadTile key={upload.id} upload={upload} />
        ))}
        {pictures?.filter(isPhoto).map((picture) => (
          <li key={picture.id}>
            <button
              type="button"
              className={styles.tile}
              aria-label={say('pictures.choosePicture', { name: picture.name })}
              onClick={() => onChosen(picture)}
            >
              <PictureImage {...picture} />
              <span className={classNames(styles.name, 'small')} dir="ltr">
                {picture.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
