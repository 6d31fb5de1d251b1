import { classNames } from '#site/brand/class-names.ts'
import { Button } from '../parts/elements.tsx'
import { useTexts } from '../texts.tsx'
import styles from './library.module.css'
import type { Upload } from './uploads.ts'

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
      <Button small look="quiet" onClick={stop}>
        {failure ? texts.dismiss : texts.stop}
      </Button>
    </li>
  )
}
