import { useEffect, useState } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { api } from '../api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Button, Note, Skeleton } from '../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'
import { FileChooser } from './file-chooser.tsx'
import styles from './library.module.css'
import { type Picture, PictureImage } from './picture-image.tsx'
import { UploadTile } from './upload-tile.tsx'
import { useUploads } from './uploads.ts'

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
      actions={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          <FileChooser onChosen={add} />
        </>
      }
    >
      {failure && <Note kind="wrong">{failure}</Note>}
      {!pictures && !failure && <Skeleton rows={3} />}
      <ul className={styles.grid} aria-label={texts.list}>
        {uploads.map((upload) => (
          <UploadTile key={upload.id} upload={upload} />
        ))}
        {pictures?.map((picture) => (
          <li key={picture.id}>
            <button
              type="button"
              className={styles.tile}
              aria-label={say('pictures.choosePicture', { name: picture.name })}
              onClick={() => onChosen(picture)}
            >
              <PictureImage id={picture.id} width={picture.width} height={picture.height} />
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
