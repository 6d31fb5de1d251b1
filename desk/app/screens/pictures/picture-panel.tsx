import { Trash2, X } from 'lucide-react'
import { type FormEvent, type MouseEvent, useState } from 'react'
import { pageOfType } from '#contract/pages.ts'
import { FOCUS_STEPS } from '#contract/uploaded-pictures.ts'
import { classNames } from '#site/brand/class-names.ts'
import { directionOf, LANGUAGES } from '#texts/languages.ts'
import { addressOf, api, currentIn } from '../../api.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { type Closing, useDraft } from '../../parts/drafts.ts'
import { Button, IconButton, Note, Row } from '../../parts/elements.tsx'
import { Check, TextField } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import library from '../../pictures/library.module.css'
import type { Picture } from '../../pictures/library.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './pictures.module.css'

const MAX_WORDS = 160
const PANEL_WIDTH = 800

interface PicturePanelProps extends Closing {
  picture: Picture
  onChanged(): Promise<void>
}

type Edits = Partial<Pick<Picture, 'words' | 'isDecorative' | 'focus' | 'version'>>

export function PicturePanel({ picture, onChanged, ...closing }: PicturePanelProps) {
  const { pictures: texts, shell, say, language } = useTexts()
  const { submit, isBusy, failure, refusal, errorOf } = useSubmit()
  const draft = useDraft<Edits>(`picture ${picture.id}`, () => ({}))
  // The version at the first edit; after a conflict the newer one, so that saving again replaces it.
  const { words, isDecorative, focus, version } = { ...picture, ...draft.value }
  const change = (changes: Edits) => draft.change({ version, ...draft.value, ...changes })
  const [isDeleting, setDeleting] = useState(false)
  const isUsed = picture.uses.length > 0

  const save = (event: FormEvent) => {
    event.preventDefault()
    submit(async () => {
      const body = { words, isDecorative, focus, version }
      const saved = await api('PUT /pictures/:id', { params: { id: picture.id }, body }).catch(seeConflict)
      await onChanged()
      const isSame = (now: Edits) => JSON.stringify({ ...body, ...now }) === JSON.stringify(body)
      draft.update((now) => (isSame(now) ? undefined : { ...now, version: saved.version }))
    }, texts.saved)
  }
  const seeConflict = (error: unknown): never => {
    const current = currentIn<Picture>(error)
    if (current) draft.update((now) => ({ ...now, version: current.version }))
    throw error
  }

  return (
    <>
      <form className={styles.panel} aria-label={picture.name} onSubmit={save}>
        <div className={styles.panelHead}>
          <h2 className={classNames('h3', library.name)} dir="ltr">
            {picture.name}
          </h2>
          <IconButton icon={X} label={texts.close} onClick={() => draft.discard(draft.isBegun, closing)} />
        </div>
        <FocusPoint picture={picture} alt={words[language]} focus={focus} onChange={(to) => change({ focus: to })} />
        <PictureFacts picture={picture} />
        <Words words={words} isDecorative={isDecorative} errorOf={errorOf} onChange={change} />
        {draft.isBegun && (
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
          <Button look="primary" type="submit" busy={isBusy} label={shell.save} />
          <Button
            icon={Trash2}
            blocked={isUsed && texts.deleteUsed}
            onClick={() => setDeleting(true)}
            label={texts.delete}
          />
        </Row>
      </form>
      {isDeleting && (
        <ConfirmDialog
          title={texts.deleteTitle}
          text={say('pictures.deleteText', { name: picture.name })}
          submit={texts.delete}
          said={say('pictures.deleted', { name: picture.name })}
          isDanger
          onClose={() => setDeleting(false)}
          onConfirm={() =>
            api('DELETE /pictures/:id', { params: { id: picture.id }, query: { version } }).catch(seeConflict)
          }
          onDone={draft.forget}
        />
      )}
    </>
  )
}

interface FocusPointProps {
  picture: Picture
  alt: string
  focus: Picture['focus']
  onChange(focus: Picture['focus']): void
}

function FocusPoint({ picture, alt, focus, onChange }: FocusPointProps) {
  const pointAt = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const stepOf = (share: number) => Math.min(FOCUS_STEPS, Math.max(0, Math.round(share * FOCUS_STEPS)))
    onChange({ x: stepOf((clientX - left) / width), y: stepOf((clientY - top) / height) })
  }
  const share = (step: number) => `${(step / FOCUS_STEPS) * 100}%`
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the sliders below do the same */}
      <div className={styles.preview} dir="ltr" onClick={picture.isDrawing ? undefined : pointAt}>
        <img
          src={addressOf('GET /pictures/:id/file', { params: { id: picture.id }, query: { width: PANEL_WIDTH } })}
          alt={alt}
          width={picture.width}
          height={picture.height}
        />
        {!picture.isDrawing && (
          <span className={styles.point} style={{ left: share(focus.x), top: share(focus.y) }} aria-hidden />
        )}
      </div>
      {!picture.isDrawing && <FocusSliders focus={focus} onChange={onChange} />}
    </>
  )
}

/** A drawing is never cropped. */
function FocusSliders({ focus, onChange }: Pick<FocusPointProps, 'focus' | 'onChange'>) {
  const { pictures: texts } = useTexts()
  return (
    <>
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
              onChange={({ currentTarget }) => onChange({ ...focus, [axis]: Number(currentTarget.value) })}
            />
          </label>
        ))}
      </div>
    </>
  )
}

function PictureFacts({ picture }: { picture: Picture }) {
  const { pictures: texts, content, say, language, formats } = useTexts()
  return (
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
        {picture.uses.length > 0 ? (
          <ul>
            {picture.uses.map(({ type, id, title }) => (
              <li key={`${type} ${id}`}>
                {pageOfType(type)
                  ? say('pictures.types.pages', { title: content.types[type] })
                  : say(`pictures.types.${type as 'projects'}`, { title: title[language] })}
              </li>
            ))}
          </ul>
        ) : (
          texts.nowhere
        )}
      </dd>
    </dl>
  )
}

interface WordsProps extends Pick<Picture, 'words' | 'isDecorative'> {
  errorOf(field: string): string | undefined
  onChange(changes: Edits): void
}

function Words({ words, isDecorative, errorOf, onChange }: WordsProps) {
  const { pictures: texts, formats } = useTexts()
  return (
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
          onChange={({ currentTarget }) => onChange({ words: { ...words, [each]: currentTarget.value } })}
        />
      ))}
      <Check
        label={texts.isDecorative}
        checked={isDecorative}
        onChange={({ currentTarget }) => onChange({ isDecorative: currentTarget.checked })}
      />
    </fieldset>
  )
}
