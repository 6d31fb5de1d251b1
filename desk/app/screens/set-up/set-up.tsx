import { Copy, Save } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api, currentIn } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { useDraft } from '../../parts/drafts.ts'
import { Body, Button, Dot, Head, Note } from '../../parts/elements.tsx'
import { FormContext, useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { loadColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { Criteria } from './criteria.tsx'
import { isEmpty, type SetUp, toBody, type Written, written } from './draft.ts'
import { Questions } from './questions.tsx'
import styles from './set-up.module.css'
import { Stages } from './stages.tsx'
import { Team } from './team.tsx'

export const handle = { folded: true }

export async function loader({ params, request }: LoaderFunctionArgs) {
  const [setUp, colleagues] = await Promise.all([
    api('GET /processes/:id', { params: { id: params.job as string }, signal: request.signal }),
    loadColleagues(),
  ])
  return { setUp, colleagues }
}

export function Component() {
  const { setUp } = useLoaderData<typeof loader>()
  return <Editor key={`${setUp.process} ${setUp.version}`} setUp={setUp} />
}

function Editor({ setUp }: { setUp: SetUp }) {
  const { 'set-up': texts, shell, say } = useTexts()
  const { can } = useSession()
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  const form = useSubmit()
  const draft = useDraft<Written>(`set-up ${setUp.process}`, () => written(setUp))
  const [isClosing, setClosing] = useState(false)
  const duplicate = useDuplicate(setUp)
  const { process } = setUp
  const title = useTitle(setUp)
  const isJob = setUp.title !== null
  const save = (value = draft.value) =>
    form.submit(async () => {
      const { moved } = await api('PUT /processes/:id', { params: { id: process }, body: toBody(value) })
      await revalidate()
      draft.forget()
      announcements.show(moved > 0 ? say('set-up.savedMoved', { count: moved }) : texts.saved)
    })
  useActions([
    { id: 'save-set-up', label: shell.save, keys: 'Mod+S', icon: Save, run: () => save() },
    ...(isJob ? [{ id: 'duplicate', label: texts.duplicate, keys: 'D', icon: Copy, run: duplicate.run }] : []),
  ])
  const part = { setUp, value: draft.value, onChange: draft.patch }
  return (
    <>
      <Head
        stays
        title={say('set-up.title', { job: title })}
        note={
          <>
            <Link className="link" to={`/stages/${process}`}>
              {texts.board}
            </Link>
            {isJob && can('content.change') && (
              <>
                {' · '}
                <Link className="link" to={`/content/jobs/${process}`}>
                  {texts.text}
                </Link>
              </>
            )}
            {draft.isBegun && <span role="status"> · {texts.unsaved}</span>}
          </>
        }
        actions={
          <>
            {draft.isBegun && (
              <Button look="quiet" busy={form.isBusy} onClick={() => draft.discard(true)} label={texts.discard} />
            )}
            {isJob && (
              <>
                <Button
                  look="quiet"
                  icon={Copy}
                  busy={duplicate.isBusy}
                  onClick={duplicate.run}
                  label={texts.duplicate}
                />
                <Button onClick={() => setClosing(true)} label={texts.close} />
              </>
            )}
            <Button look="primary" icon={Save} busy={form.isBusy} onClick={() => save()} label={shell.save} />
          </>
        }
      />
      <Body className={styles.page}>
        <div className={styles.parts}>
          <Failure
            form={form}
            onTake={async () => {
              await revalidate()
              draft.forget()
            }}
            onMine={(version) => {
              draft.patch({ version })
              void save({ ...draft.value, version })
            }}
          />
          {duplicate.failure && <Note kind="wrong">{duplicate.failure}</Note>}
          <FormContext value={form}>
            <Stages {...part} />
            {setUp.asksQuestions && <Questions {...part} />}
            <Criteria {...part} />
            <Team {...part} />
          </FormContext>
        </div>
        <aside className={styles.aside}>
          <Seen value={draft.value} />
          {isJob && (
            <>
              <h2 className="h3">{texts.duplicate}</h2>
              <p className="second small">{texts.asideDuplicate}</p>
              <h2 className="h3">{texts.close.replace('…', '')}</h2>
              <p className="second small">{texts.asideClose}</p>
            </>
          )}
        </aside>
      </Body>
      {isClosing && <CloseDialog process={process} title={title} onClose={() => setClosing(false)} />}
    </>
  )
}

export function useTitle({ process, title }: Pick<SetUp, 'process' | 'title'>) {
  const { submissions: words, language } = useTexts()
  if (process === 'general') return words.general
  if (process === 'internship') return words.kinds['internship-application']
  return title?.[language] || process
}

function useDuplicate({ process }: SetUp) {
  const { 'set-up': texts } = useTexts()
  const announcements = useAnnouncements()
  const navigate = useNavigate()
  const { can } = useSession()
  const { submit, isBusy, failure } = useSubmit()
  const [key] = useState(() => crypto.randomUUID())
  return {
    isBusy,
    failure,
    run: () =>
      submit(async () => {
        const { id } = await api('POST /jobs/:id/duplicate', { params: { id: process }, body: { key } })
        announcements.show(texts.duplicated)
        await navigate(can('content.change') ? `/content/jobs/${id}` : `/stages/${id}/set-up`)
      }),
  }
}

interface FailureProps {
  form: ReturnType<typeof useSubmit>
  onTake(): void
  onMine(version: number): void
}

function Failure({ form: { refusal, failure, isBusy }, onTake, onMine }: FailureProps) {
  const { 'set-up': texts } = useTexts()
  const theirs = refusal && currentIn<SetUp>(refusal)
  if (!failure) return null
  if (!theirs) return <Note kind="wrong">{failure}</Note>
  return (
    <Note
      kind="wrong"
      title={texts.conflictTitle}
      actions={
        <>
          <Button small onClick={onTake} label={texts.takeTheirs} />
          <Button small busy={isBusy} onClick={() => onMine(theirs.version)} label={texts.saveMine} />
        </>
      }
    >
      {texts.conflictText}
    </Note>
  )
}

/** The words of the candidate's page, in its order. */
function Seen({ value: { stages } }: { value: Written }) {
  const { 'set-up': texts, language } = useTexts()
  const named = stages.filter(
    ({ kind, id, publicName }) => SHOWN.includes(kind) && (id === kind || !isEmpty(publicName)),
  )
  const shown = [
    { key: 'received', name: texts.seen.received },
    ...named.map(({ id, kind, publicName }) => ({
      key: id,
      name: publicName[language].trim() || texts.seen[kind as 'interview'],
    })),
    { key: 'decision', name: texts.seen.decision },
  ]
  return (
    <>
      <h2 className="h3">{texts.seen.title}</h2>
      <ol className={styles.seen}>
        {shown.map(({ key, name }) => (
          <li key={key}>
            <Dot />
            <span dir="auto">{name}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

const SHOWN: string[] = ['in-review', 'interview']
