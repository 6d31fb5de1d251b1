import { Trash2, X } from 'lucide-react'
import { type FormEvent, type MouseEvent, useState } from 'react'
import { FOCUS_STEPS } from '#contract/uploaded-pictures.ts'
import { classNames } from '#site/brand/class-names.ts'
import { directionOf, LANGUAGES } from '#texts/languages.ts'
import { addressOf, api } from '../../api.ts'
import { useFormats } from '../../formats.ts'
import { useAnnouncements } from '../../parts/announcements.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { Check, TextField } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Note, Row } from '../../parts/layout.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import library from '../../pictures/library.module.css'
import type { Picture } from '../../pictures/picture-image.tsx'
import { useLanguage, useSay, useTexts } from '../../texts.tsx'
import styles from './pictures.module.css'

const MAX_WORDS = 160
const PANEL_WIDTH = 800

interface PicturePanelProps {
  picture: Picture
  onClose(): void
  onChanged(): void
}

export function PicturePanel({ picture, onClose, onChanged }: PicturePanelProps) {
  const texts = useTexts('pictures')
  const say = useSay('pictures')
  const shell = useTexts('shell')
  const language = useLanguage()
  const formats = useFormats()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure, refusal, errorOf } = useSubmit()
  const [words, setWords] = useState(picture.words)
  const [isDecorative, setDecorative] = useState(picture.isDecorative)
  const [focus, setFocus] = useState(picture.focus)
  /** Of the version that was seen last: after a conflict theirs is known, and saving again replaces it. */
  const [version, setVersion] = useState(picture.version)
  const [isDeleting, setDeleting] = useState(false)
  const isUsed = picture.uses.length > 0

  const save = (event: FormEvent) => {
    event.preventDefault()
    submit(async () => {
      const body = { words, isDecorative, focus, version }
      const saved = await api('PUT /pictures/:id', { params: { id: picture.id }, body })
      setVersion(saved.version)
      announcements.say(texts.saved)
      onChanged()
    })
  }
  const conflict = refusal?.problem === 'conflict' ? (refusal.body.details as { current: Picture }) : undefined
  if (conflict && conflict.current.version !== version) setVersion(conflict.current.version)

  const pointAt = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const stepOf = (share: number) => Math.min(FOCUS_STEPS, Math.max(0, Math.round(share * FOCUS_STEPS)))
    setFocus({ x: stepOf((clientX - left) / width), y: stepOf((clientY - top) / height) })
  }
  const share = (step: number) => `${(step / FOCUS_STEPS) * 100}%`

  return (
    <>
      <form className={styles.panel} aria-label={picture.name} onSubmit={save}>
        <div className={styles.panelHead}>
          <h2 className={classNames('h3', library.name)} dir="ltr">
            {picture.name}
          </h2>
          <IconButton icon={X} label={texts.close} onClick={onClose} />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the sliders below do the same */}
        <div className={styles.preview} dir="ltr" onClick={pointAt}>
          <img
            src={addressOf('GET /pictures/:id/file', { params: { id: picture.id }, query: { width: PANEL_WIDTH } })}
            alt={words[language]}
            width={picture.width}
            height={picture.height}
          />
          <span className={styles.point} style={{ left: share(focus.x), top: share(focus.y) }} aria-hidden />
        </div>
        <p className="muted small">{texts.focusHint}</p>
        <div className={styles.sliders}>
          {(['x', 'y'] as const).map((axis) => (
            <label key={axis}>
              <span>{axis === 'x' ? texts.focusX : texts.focusY}</span>
              <input
                type="range"
                dir="ltr"
                min={0}
                max={FOCUS_STEPS}
                step={1}
                value={focus[axis]}
                onChange={({ currentTarget }) => setFocus({ ...focus, [axis]: Number(currentTarget.value) })}
              />
            </label>
          ))}
        </div>
        <dl className={styles.facts}>
          <dt>{texts.size}</dt>
          <dd>
            {say('dimensions', {
              width: formats.number(picture.width),
              height: formats.number(picture.height),
              size: formats.size(picture.size),
            })}
          </dd>
          <dt>{texts.uploadedOn}</dt>
          <dd>{formats.ago(picture.uploadedAt)}</dd>
          <dt>{texts.usedIn}</dt>
          <dd>
            {isUsed ? (
              <ul>
                {picture.uses.map(({ type, id, title }) => (
                  <li key={`${type} ${id}`}>{say(`types.${type}`, { title: title[language] })}</li>
                ))}
              </ul>
            ) : (
              texts.nowhere
            )}
          </dd>
        </dl>
        <fieldset className={styles.words}>
          <legend className="h3">{texts.words}</legend>
          <p className="muted small">{texts.wordsHint}</p>
          {LANGUAGES.map((each) => (
            <TextField
              key={each}
              label={texts.languages[each]}
              lang={each}
              dir={directionOf(each)}
              rows={2}
              maxLength={MAX_WORDS}
              value={words[each]}
              aside={`${formats.number(words[each].length)} / ${formats.number(MAX_WORDS)}`}
              error={errorOf(`words.${each}`)}
              readOnly={isDecorative}
              onChange={({ currentTarget }) => setWords({ ...words, [each]: currentTarget.value })}
            />
          ))}
          <Check
            label={texts.isDecorative}
            checked={isDecorative}
            onChange={({ currentTarget }) => setDecorative(currentTarget.checked)}
          />
        </fieldset>
        {conflict ? (
          <Note kind="wrong" title={texts.conflictTitle}>
            {texts.conflictText}
          </Note>
        ) : (
          failure && <Note kind="wrong">{failure}</Note>
        )}
        <Row>
          <Button look="primary" type="submit" busy={isBusy}>
            {shell.save}
          </Button>
          <Button icon={Trash2} blocked={isUsed && texts.deleteUsed} onClick={() => setDeleting(true)}>
            {texts.delete}
          </Button>
        </Row>
      </form>
      {isDeleting && (
        <DeleteDialog
          picture={{ ...picture, version }}
          onClose={() => setDeleting(false)}
          onDeleted={onChanged}
          onConflict={setVersion}
        />
      )}
    </>
  )
}

interface DeleteDialogProps {
  picture: Picture
  onClose(): void
  onDeleted(): void
  onConflict(version: number): void
}

function DeleteDialog({ picture: { id, name, version }, onClose, onDeleted, onConflict }: DeleteDialogProps) {
  const texts = useTexts('pictures')
  const say = useSay('pictures')
  const announcements = useAnnouncements()
  const { submit, isBusy, failure, refusal } = useSubmit()
  const conflict = refusal?.problem === 'conflict' ? (refusal.body.details as { current: Picture }) : undefined
  if (conflict && conflict.current.version !== version) onConflict(conflict.current.version)
  const remove = () =>
    submit(async () => {
      await api('DELETE /pictures/:id', { params: { id }, query: { version } })
      announcements.say(say('deleted', { name }))
      onClose()
      onDeleted()
    })
  return (
    <FormDialog
      title={texts.deleteTitle}
      text={say('deleteText', { name })}
      submit={texts.delete}
      isDanger
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onSubmit={remove}
    />
  )
}
