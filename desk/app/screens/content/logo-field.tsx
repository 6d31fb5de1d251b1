import type { LogoUse } from '#contract/logos.ts'
import type { Logo } from '#contract/page-content.ts'
import { addressOfPicture, readPictureAddress } from '#contract/uploaded-pictures.ts'
import type { FieldValue, Picture } from '#domain/content/types/definition.ts'
import type { FormField } from '#domain/content/types/index.ts'
import { classNames } from '#site/brand/class-names.ts'
import { Wordmark } from '#site/brand/words/wordmark.tsx'
import { inEachLanguage, LANGUAGES } from '#texts/languages.ts'
import { addressOf } from '../../api.ts'
import { Button, Row } from '../../parts/elements.tsx'
import { FileChooser, UploadTile, useUploads } from '../../pictures/library.tsx'
import { useTexts } from '../../texts.tsx'
import editorStyles from './content.module.css'
import { currentValue } from './edits.ts'
import styles from './logo-field.module.css'
import { useOpenRecord } from './open-record.ts'

interface LogoFieldProps {
  field: FormField
  label: string
  value: FieldValue
  error: string | undefined
  isReadOnly: boolean
  onChange(value: FieldValue): void
}

export function LogoField({ field, label, value, error, isReadOnly, onChange }: LogoFieldProps) {
  const { content } = useTexts()
  const texts = content.logo
  const use = field.logo as LogoUse
  const { uploads, add } = useUploads((picture) => onChange(inEachLanguage(() => addressOfPicture(picture))), use)
  const logo = logoAt(value)
  const isForDark = field.name.endsWith(FOR_DARK)
  return (
    <fieldset className={editorStyles.group}>
      <legend>{label}</legend>
      {logo ? (
        <Grounds field={field} logo={logo} />
      ) : (
        <p className="muted small">{isForDark ? texts.noneForDark : texts.none}</p>
      )}
      {uploads.length > 0 && (
        <ul>
          {uploads.map((upload) => (
            <UploadTile key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {error && <p className={styles.error}>{error}</p>}
      {!isReadOnly && (
        <Row>
          <FileChooser single={{ label: texts.upload, accept: ACCEPTED }} onChosen={add} />
          {logo && <Button small onClick={() => onChange(null)} label={isForDark ? texts.remove : texts.useDrawn} />}
        </Row>
      )}
    </fieldset>
  )
}

const FOR_DARK = '_dark'
const ACCEPTED = 'image/svg+xml,image/png'

/** As visitors see it in each theme. */
function Grounds({ field, logo }: { field: FormField; logo: Logo }) {
  const { record, edits } = useOpenRecord()
  const { content, company, language } = useTexts()
  const isForDark = field.name.endsWith(FOR_DARK)
  const dark = logoAt(currentValue(edits, record.parts, 'shared', field.name + FOR_DARK))
  const grounds = [
    { name: content.logo.onLight, className: styles.light, isShown: !isForDark },
    { name: content.logo.onDark, className: classNames('on-ink', styles.dark), isShown: true },
  ].filter(({ isShown }) => isShown)
  return (
    <div className={styles.grounds}>
      {grounds.map(({ name, className }) => (
        <figure key={name} className={classNames(styles.ground, className)}>
          {field.logo === 'wordmark' && !isForDark ? (
            <Wordmark language={language} own={{ light: logo, ...(dark && { dark }), name: company }} />
          ) : (
            <img className={field.logo === 'mark' ? styles.mark : styles.plain} {...logo} alt={company} />
          )}
          <figcaption className="small">{name}</figcaption>
        </figure>
      ))}
    </div>
  )
}

/** The desk loads no pictures of another origin. */
function logoAt(value: FieldValue): Logo | undefined {
  const picture = readPictureAddress((value as Picture | null)?.[LANGUAGES[0]] ?? '')
  if (!picture) return undefined
  const { id, width, height } = picture
  return { src: addressOf('GET /pictures/:id/file', { params: { id }, query: { width: SHOWN_WIDTH } }), width, height }
}

const SHOWN_WIDTH = 400
