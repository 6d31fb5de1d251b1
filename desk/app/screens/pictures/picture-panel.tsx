import { Trash2, X } from 'lucide-react'
import { type FormEvent, type MouseEvent, useState } from 'react'
import { FOCUS_STEPS } from '#contract/uploaded-pictures.ts'
import { classNames } from '#site/brand/class-names.ts'
import { directionOf, LANGUAGES } from '#texts/languages.ts'
import { addressOf, api, Refusal } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Button, IconButton, Note, Row } from '../../parts/elements.tsx'
import { Check, TextField } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import library from '../../pictures/library.module.css'
import type { Picture } from '../../pictures/picture-image.tsx'
import { useDiscard, useDraft, useHasDraft } from '../../submissions/drafts.ts'
import { useTexts } from '../../texts.tsx'
import styles from './pictures.module.css'

const MAX_WORDS = 160
const PANEL_WIDTH = 800

interface PicturePanelProps {
  picture: Picture
  onClose(): void
  /** With what was written, after it was closed by mistake. */
  onReopen(): void
  onChanged(): Promise<void>
}

/** What was changed here and is not saved. */
type Edits = Partial<Pick<Picture, 'words' | 'isDecorative' | 'focus' | 'version'>>

export function PicturePanel({ picture, onClose, onReopen, onChanged }: PicturePanelProps) {
  const { pictures: texts, shell, say, language, formats } = useTexts()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure, refusal, errorOf } = useSubmit()
  const about = `picture ${picture.id}`
  const isBegun = useHasDraft(about)
  const draft = useDraft<Edits>(about, () => ({}))
  const discard = useDiscard()
  // The version that was seen when the first of them was made: after a conflict theirs is known, and saving again replaces it.
  const { words, isDecorative, focus, version } = { ...picture, ...draft.value }
  const change = (changes: Edits) => draft.change({ version, ...draft.value, ...changes })
  const [isDeleting, setDeleting] = useState(false)
  const isUsed = picture.uses.length > 0

  const save = (event: FormEvent) => {
    event.preventDefault()
    submit(async () => {
      const body = { words, isDecorative, focus, version }
      const saved = await api('PUT /pictures/:id', { params: { id: picture.id }, body }).catch((error) => {
        const current = currentIn(error)
        if (current) see(current.version)
        throw error
      })
      announcements.say(texts.saved)
      await onChanged()
      const isSame = (now: Edits) => JSON.stringify({ ...body, ...now }) === JSON.stringify(body)
      draft.update((now) => (isSame(now) ? undefined : { ...now, version: saved.version }))
    })
  }
  const see = (seen: number) => draft.update((now) => ({ ...now, version: seen }))
  const close = () => {
    onClose()
    discard(draft, isBegun, onReopen)
  }

  const pointAt = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const stepOf = (share: number) => Math.min(FOCUS_STEPS, Math.max(0, Math.round(share * FOCUS_STEPS)))
    change({ focus: { x: stepOf((clientX - left) / width), y: stepOf((clientY - top) / height) } })
  }
  const share = (step: number) => `${(step / FOCUS_STEPS) * 100}%`

  return (
    <>
      <form className={styles.panel} aria-label={picture.name} onSubmit={save}>
        <div className={styles.panelHead}>
          <h2 className={classNames('h3', library.name)} dir="ltr">
            {picture.name}
          </h2>
          <IconButton icon={X} label={texts.close} onClick={close} />
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
                onChange={({ currentTarget }) => change({ focus: { ...focus, [axis]: Number(currentTarget.value) } })}
              />
            </label>
          ))}
        </div>
        <dl className={styles.facts}>
          <dt>{texts.size}</dt>
          <dd>
            {say('pictures.dimensions', {
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
                  <li key={`${type} ${id}`}>
                    {say(`pictures.types.${type as 'projects'}`, { title: title[language] })}
                  </li>
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
              onChange={({ currentTarget }) => change({ words: { ...words, [each]: currentTarget.value } })}
            />
          ))}
          <Check
            label={texts.isDecorative}
            checked={isDecorative}
            onChange={({ currentTarget }) => change({ isDecorative: currentTarget.checked })}
          />
        </fieldset>
        {isBegun && (
          <p className="muted small" role="status">
            {texts.unsaved}
          </p>
        )}
        {currentIn(refusal) ? (
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
          onDeleted={() => {
            draft.forget()
            onChanged()
          }}
          onConflict={see}
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
  const { pictures: texts, say } = useTexts()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure } = useSubmit()
  const remove = () =>
    submit(async () => {
      await api('DELETE /pictures/:id', { params: { id }, query: { version } }).catch((error) => {
        const current = currentIn(error)
        if (current) onConflict(current.version)
        throw error
      })
      announcements.say(say('pictures.deleted', { name }))
      onClose()
      onDeleted()
    })
  return (
    <FormDialog
      title={texts.deleteTitle}
      text={say('pictures.deleteText', { name })}
      submit={texts.delete}
      isDanger
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onSubmit={remove}
    />
  )
}

/** What the server says there is now, where somebody was quicker. */
function currentIn(error: unknown): Picture | undefined {
  if (!(error instanceof Refusal) || error.problem !== 'conflict') return undefined
  return (error.body.details as { current: Picture }).current
}
