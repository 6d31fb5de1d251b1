import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { api, type ResultOf } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Note, Skeleton } from '../../parts/elements.tsx'
import { Field, Options, SelectField } from '../../parts/field.tsx'
import { LoadFailure, useAnnouncements, useLoaded, useSubmit } from '../../parts/work.tsx'
import { useTakeBack } from '../../submissions/drafts-and-undo.ts'
import { StageDot } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './set-up.module.css'

type Preview = ResultOf<'POST /jobs/:id/close/preview'>
type Declined = Preview['stages'][number]['stage']
type Letters = Record<Declined, string | null>

interface CloseDialogProps {
  process: string
  title: string
  onClose(): void
}

/** The product's own letters; a talk deserves the warmer one. */
const USUAL: Letters = { new: 'closed', 'in-review': 'closed', interview: 'decline' }

export function CloseDialog({ process, title, onClose }: CloseDialogProps) {
  const { 'set-up': texts, say } = useTexts()
  const announcements = useAnnouncements()
  const takeStepBack = useTakeBack()
  const { revalidate } = useRevalidator()
  const form = useSubmit()
  const [loads, setLoads] = useState(0)
  const [letters, setLetters] = useState(USUAL)
  const [typed, setTyped] = useState('')
  const loaded = useLoaded(`${process} ${loads}`, ({ signal, background }) =>
    api('POST /jobs/:id/close/preview', { params: { id: process }, signal, background }),
  )
  const { result: preview } = loaded
  const count = preview?.count ?? 0
  const isTyped = !preview?.mustTypeCount || Number(typed) === count
  const close = () =>
    form.submit(async () => {
      try {
        const { declined, undo } = await api('POST /jobs/:id/close', {
          params: { id: process },
          body: { letters: preview?.canSend ? letters : NO_LETTERS, replyTo: 'team', count },
        })
        onClose()
        await revalidate()
        const text = say('set-up.closing.done', { job: title, count: declined })
        if (undo.length === 0) return announcements.show(text)
        announcements.offerUndo({
          text,
          async undo() {
            for (const step of undo) await takeStepBack(step)
          },
        })
      } catch (error) {
        // Someone moved: the next press is about the new numbers.
        setLoads((before) => before + 1)
        throw error
      }
    })
  return (
    <FormDialog
      wide
      title={say('set-up.closing.title', { job: title })}
      text={preview && (count === 0 && preview.offers === 0 ? texts.closing.none : texts.closing.text)}
      submit={count > 0 ? say('set-up.closing.submitMany', { count }) : texts.closing.submit}
      blocked={
        !preview
          ? texts.closing.text
          : preview.isTooMany
            ? texts.closing.tooMany
            : !isTyped && say('set-up.closing.type', { count })
      }
      form={form}
      onClose={onClose}
      onSubmit={close}
    >
      <LoadFailure loaded={loaded} />
      {!preview && !loaded.failure && <Skeleton rows={3} />}
      {preview?.isTooMany && <Note kind="wrong">{texts.closing.tooMany}</Note>}
      {preview && (count > 0 || preview.offers > 0) && (
        <>
          <Waiting process={process} preview={preview} letters={letters} onChange={setLetters} />
          <Example preview={preview} letters={letters} />
        </>
      )}
      {preview?.mustTypeCount && (
        <Field
          label={say('set-up.closing.type', { count })}
          inputMode="numeric"
          ltr
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </FormDialog>
  )
}

const NO_LETTERS: Letters = { new: null, 'in-review': null, interview: null }

interface WaitingProps {
  process: string
  preview: Preview
  letters: Letters
  onChange(letters: Letters): void
}

function Waiting({ process, preview, letters, onChange }: WaitingProps) {
  const { 'set-up': texts, submissions: words, language, formats, say } = useTexts()
  const own = preview.templates.filter((template) => template.language === language)
  const listOf = (stage: string) => `/inbox?form=career-application&job=${process}&stage=${stage}`
  return (
    <>
      <table className={styles.waiting}>
        <thead>
          <tr>
            <th scope="col">{texts.closing.stage}</th>
            <th scope="col">{texts.closing.people}</th>
            <th scope="col">{texts.closing.letter}</th>
            <th scope="col">{texts.closing.then}</th>
          </tr>
        </thead>
        <tbody>
          {preview.stages
            .filter(({ count }) => count > 0)
            .map(({ stage, count }) => (
              <tr key={stage}>
                <th scope="row">
                  <StageDot stage={stage} /> {words.stages[stage]}
                </th>
                <td>
                  <Link className="link" to={listOf(stage)}>
                    {formats.number(count)}
                  </Link>
                </td>
                <td>
                  {preview.canSend ? (
                    <SelectField
                      className={styles.bare}
                      label={`${texts.closing.letter}: ${words.stages[stage]}`}
                      value={letters[stage] ?? ''}
                      onChange={({ target }) => onChange({ ...letters, [stage]: target.value || null })}
                    >
                      <Options
                        of={[...own.map(({ id, name }) => [id, name] as const), ['', texts.closing.noLetter] as const]}
                      />
                    </SelectField>
                  ) : (
                    texts.closing.noMail
                  )}
                </td>
                <td>{texts.closing.declined}</td>
              </tr>
            ))}
          {preview.offers > 0 && (
            <tr>
              <th scope="row">
                <StageDot stage="offer" /> {words.stages.offer}
              </th>
              <td>
                <Link className="link" to={listOf('offer')}>
                  {formats.number(preview.offers)}
                </Link>
              </td>
              <td className={styles.wrong}>{texts.closing.byHand}</td>
              <td>{texts.closing.stays}</td>
            </tr>
          )}
        </tbody>
      </table>
      {preview.canSend && preview.count > 0 && (
        <p className="muted small">{say('set-up.closing.wait', { days: preview.afterWorkingDays })}</p>
      )}
    </>
  )
}

function Example({ preview, letters }: Pick<WaitingProps, 'preview' | 'letters'>) {
  const { say } = useTexts()
  const { first, count, templates, canSend } = preview
  const chosen = first && letters[first.stage as Declined]
  const template = templates.find(({ id, language }) => id === chosen && language === first?.language)
  if (!first || !template || !canSend) return null
  return (
    <figure className={styles.example}>
      <figcaption className="muted small">{say('set-up.closing.example', { count })}</figcaption>
      <p lang={first.language} dir={first.language === 'ar' ? 'rtl' : 'ltr'}>
        {template.example}
      </p>
    </figure>
  )
}
