import { Save } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate, useRevalidator } from 'react-router'
import { pageOf, pageOfType } from '#contract/pages.ts'
import type { Part } from '#domain/content/types/definition.ts'
import type { FormField, TypeForm } from '#domain/content/types/index.ts'
import { classNames } from '#site/brand/class-names.ts'
import { directionOf, LANGUAGES, type Language, otherLanguage } from '#texts/languages.ts'
import { api } from '../../api.ts'
import { isUnderPages, typeUnderPages } from '../../content-addresses.ts'
import { useActions } from '../../parts/actions.ts'
import { Button, Head, Note, Skeleton, TextLink } from '../../parts/elements.tsx'
import { Check } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { loadTexts, TextsProvider, useTexts } from '../../texts.tsx'
import { Checks, useChecks } from './checks.tsx'
import { CommentsPanel, CommentsProvider, useLoadedComments } from './comments.tsx'
import styles from './content.module.css'
import { type ContentRecord, type Draft, draftOf, type SaveState } from './draft.ts'
import { History } from './history.tsx'
import { NEW_ID } from './left-drafts.ts'
import { useLock } from './lock.ts'
import { LogoPart } from './logo-part.tsx'
import { BehindNotes, Conflicts, MissingNotes, Scheduled } from './notes.tsx'
import { OpenRecordContext, useOpenRecord } from './open-record.ts'
import { FieldNews, Pair, PartField } from './pair.tsx'
import { Preview } from './preview.tsx'
import { Publishing } from './publishing.tsx'
import { AskForReview, ReviewNote } from './review.tsx'
import { isSearchField, SearchAndShare } from './search-and-share.tsx'
import { type LanguageState, StateMark } from './state.tsx'

export const handle = { folded: true }

const SINGLE_ID = '1'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const { signal } = request
  const { page, type = typeUnderPages(page), id = SINGLE_ID } = params
  const [{ types, timeZone }, record, en, ar] = await Promise.all([
    api('GET /content', { signal }),
    api('GET /content/:type/:id', { params: { type, id }, signal }),
    loadTexts('en'),
    loadTexts('ar'),
  ])
  const model = types.find((each) => each.type === record.type) as TypeForm
  return { model, timeZone, record, columnTexts: { en, ar } }
}

export function Component() {
  const { record } = useLoaderData<typeof loader>()
  const { key, state } = useLocation()
  // The editor of a new record stays open when its first letter gives it an address.
  const own = record.id === NEW_ID ? key : `${record.type}/${record.id}`
  return <Editor key={(state as OpenedAs | null)?.openedAs ?? own} />
}

interface OpenedAs {
  openedAs: string
}

function Editor() {
  const { model, timeZone, record: loaded, columnTexts } = useLoaderData<typeof loader>()
  const { content: texts, board, pages, language: desk } = useTexts()
  const page = pageOfType(model.type)
  const isPage = isUnderPages(model.type)
  const [section, setSection] = useState(page ? pageOf(page).opening : '')
  const { person, can } = useSession()
  const [draft] = useState(() => draftOf(loaded, person.id))
  const snapshot = useSyncExternalStore(draft.subscribe, draft.read)
  const { record, isRestored, isSmall, save } = snapshot
  const { revalidate } = useRevalidator()
  useEffect(() => draft.open(revalidate), [draft, revalidate])
  useEffect(() => {
    if (loaded !== draft.read().record) draft.receive(loaded)
  }, [draft, loaded])
  const { writer, takeOver } = useLock(draft, useReading(draft))
  const isReadOnly = writer !== undefined
  const comments = useLoadedComments(draft)
  const checks = useChecks(model, snapshot)
  useOwnAddress(record, loaded)
  useActions([
    { id: 'save-record', label: texts.editor.save, keys: 'Mod+S', icon: Save, run: () => void draft.saveNow() },
  ])
  const [unfolded, setUnfolded] = useState<Language>(desk)
  // Before the focus goes to a field of it.
  const unfold = (language: Language) => flushSync(() => setUnfolded(language))
  const title = (language: Language) => String(record.parts[language].fields[model.titleField] ?? '')

  return (
    <OpenRecordContext value={{ ...snapshot, model, timeZone, columnTexts, draft, isReadOnly, writer, checks, unfold }}>
      <CommentsProvider value={comments}>
        <Head
          stays
          title={model.isSingle ? texts.types[model.type] : title(desk) || title(otherLanguage(desk)) || texts.untitled}
          note={
            <>
              <TextLink to={isPage ? '/pages' : model.isSingle ? '/content' : `/content/${model.type}`}>
                {isPage ? pages.title : model.isSingle ? texts.title : texts.types[model.type]}
              </TextLink>{' '}
              {model.type === 'jobs' && !draft.isNew && can('jobs.manage') && (
                <>
                  · <TextLink to={`/stages/${record.id}/set-up`}>{board.setUp}</TextLink>{' '}
                </>
              )}
              · {draft.isNew && save.kind === 'saved' ? texts.editor.notStored : <SaveStatus save={save} />}
            </>
          }
          actions={
            <>
              <Preview />
              {!isReadOnly && (
                <Button
                  className={styles.save}
                  icon={Save}
                  onClick={() => void draft.saveNow()}
                  aria-keyshortcuts="Control+S"
                  label={texts.editor.save}
                />
              )}
              <AskForReview />
              <Publishing />
            </>
          }
        />
        <div className={classNames(styles.editor, (isPage || sectionsOf(model)) && styles.withPreview)}>
          <div className={styles.main} data-unfolded={unfolded}>
            {writer !== undefined && <OtherWriter name={writer.name} takeOver={takeOver} />}
            <ReviewNote />
            {isRestored && <Note>{texts.editor.restored}</Note>}
            <Conflicts />
            <Scheduled />
            <BehindNotes />
            <MissingNotes />
            {!isReadOnly && (
              <Check
                label={texts.editor.small}
                checked={isSmall}
                onChange={({ target }) => draft.setSmall(target.checked)}
              />
            )}
            <SideBySide unfolded={unfolded}>
              {isPage && (
                <Suspense fallback={<Skeleton rows={6} />}>
                  {page ? <PageForm page={page} open={section} onOpen={setSection} /> : <NavigationForm />}
                </Suspense>
              )}
            </SideBySide>
            {!isPage && <Facts />}
            <LogoPart />
            {model.fields.some(isSearchField) && <SearchPart />}
          </div>
          <aside className={styles.side} aria-label={texts.editor.before}>
            {(isPage || sectionsOf(model)) && (
              <Suspense fallback={<Skeleton rows={6} />}>
                <LivePreview section={section} />
              </Suspense>
            )}
            {articlesOf(model).map((field) => (
              <Suspense key={field.name}>
                <BlockByBlock field={field} />
              </Suspense>
            ))}
            <CommentsPanel />
            <Checks />
            {!draft.isNew && <History />}
          </aside>
        </div>
      </CommentsProvider>
    </OpenRecordContext>
  )
}

/** The editor of articles is loaded where there is one. */
const ArticlePair = lazy(() => import('./article/article-pair.tsx'))
const BlockByBlock = lazy(async () => ({ default: (await import('./article/article-pair.tsx')).BlockByBlock }))

const LandingSections = lazy(() => import('./landing/landing-sections.tsx'))
const LivePreview = lazy(() => import('./landing/live-preview.tsx'))
/** Loaded with the first page that is opened. */
const PageForm = lazy(async () => ({ default: (await import('./page/page-form.tsx')).PageForm }))
const NavigationForm = lazy(async () => ({
  default: (await import('./navigation/navigation-form.tsx')).NavigationForm,
}))

const articlesOf = ({ fields }: TypeForm) => fields.filter(({ kind }) => kind === 'article')
const sectionsOf = ({ fields }: TypeForm) => fields.find(({ kind }) => kind === 'landing-sections')

function useOwnAddress({ type, id }: ContentRecord, loaded: ContentRecord) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const isStoredNow = loaded.id === NEW_ID && id !== NEW_ID
  useEffect(() => {
    if (isStoredNow)
      void navigate(`/content/${type}/${id}`, { replace: true, state: { openedAs: key } satisfies OpenedAs })
  }, [isStoredNow, navigate, type, id, key])
}

function OtherWriter({ name, takeOver }: { name: string; takeOver(): Promise<void> }) {
  const { content, say } = useTexts()
  const { submit, isBusy, failure } = useSubmit()
  const button = <Button small busy={isBusy} onClick={() => submit(takeOver)} label={content.editor.takeOver} />
  return (
    <>
      <Note title={say('content.editor.writing', { name })} actions={button}>
        {content.editor.writingText}
      </Note>
      {failure && <Note kind="wrong">{failure}</Note>}
    </>
  )
}

/** A reader sees a colleague's edits as they are saved; a writer is asked in a conflict. */
function useReading(draft: Draft) {
  return useCallback(
    (versions: Record<Part, number>) => {
      const { parts } = draft.read().record
      const isOutdated = (Object.keys(versions) as Part[]).some((part) => versions[part] > parts[part].version)
      if (!isOutdated || draft.hasUnsent()) return
      api('GET /content/:type/:id', { params: draft.params, background: true }).then(
        (found) => draft.receive(found),
        () => {},
      )
    },
    [draft],
  )
}

function SaveStatus({ save }: { save: SaveState }) {
  const { content, say, formats } = useTexts()
  const sentences = {
    saved: () => say('content.editor.saved', { when: formats.short((save as { at: string }).at) }),
    pending: () => content.editor.saving,
    offline: () => content.editor.offline,
    refused: () => say('content.editor.refused', { reason: (save as { refusal: Error }).refusal.message }),
    conflict: () => content.editor.conflicted,
  }
  const isWrong = save.kind !== 'saved' && save.kind !== 'pending'
  return (
    <span role="status" className={isWrong ? styles.failure : undefined}>
      {sentences[save.kind]()}
    </span>
  )
}

/** English is always left, Arabic always right; a dot between them says whether they are in step. */
function SideBySide({ unfolded, children }: { unfolded: Language; children: ReactNode }) {
  const { model, record, columnTexts, unfold } = useOpenRecord()
  const { content: texts, language: desk } = useTexts()
  const written = children ? [] : model.fields.filter((field) => field.in === 'languages' && !isSearchField(field))
  return (
    <div className={styles.sides} dir="ltr">
      <fieldset className={styles.unfolding} dir={directionOf(desk)}>
        <legend className="vh">{texts.language}</legend>
        {LANGUAGES.map((language) => (
          <Button
            key={language}
            small
            aria-pressed={language === unfolded}
            data-unfold={language}
            onClick={() => unfold(language)}
            label={texts.parts[language]}
          />
        ))}
      </fieldset>
      <div className={styles.pair}>
        {LANGUAGES.map((language) => (
          <div key={language} className={styles.languageHead} dir={directionOf(desk)} data-column={language}>
            <b lang={language}>{columnTexts[language].content.parts[language]}</b>
            <StateMark state={partState(record, language)}>
              {partState(record, language) === 'published' && record.parts[language].isDraft && texts.edited}
            </StateMark>
          </div>
        ))}
      </div>
      {written.map((field) =>
        field.kind === 'article' ? (
          <ArticleField key={field.name} field={field} />
        ) : field.kind === 'landing-words' ? (
          <Suspense key={field.name} fallback={<Skeleton rows={6} />}>
            <LandingSections
              names={{ sections: sectionsOf(model)?.name ?? '', words: field.name }}
              columnTexts={columnTexts}
            />
          </Suspense>
        ) : (
          <Pair key={field.name} field={field} />
        ),
      )}
      {children && (
        <div className={styles.page} dir={directionOf(desk)}>
          {children}
        </div>
      )}
    </div>
  )
}

function partState({ parts, isPublished }: ContentRecord, language: Language): LanguageState {
  const { isMissing, behind, scheduled } = parts[language]
  if (isMissing) return 'missing'
  if (behind.length > 0) return 'behind'
  if (scheduled) return 'scheduled'
  return isPublished ? 'published' : 'draft'
}

function ArticleField({ field }: { field: FormField }) {
  const { save, checks, timeZone, columnTexts } = useOpenRecord()
  const errorOf = (language: Language) => {
    const { 'field-errors': texts } = columnTexts[language]
    const [refused] = save.kind === 'refused' ? (save.refusal.body.errors?.[`${language}.${field.name}`] ?? []) : []
    if (refused) return texts[refused as keyof typeof texts] ?? texts.invalid
    return checks.faultOf(language, field.name)
  }
  return (
    <>
      <Suspense fallback={<Skeleton rows={6} />}>
        <ArticlePair field={field} columnTexts={columnTexts} errorOf={errorOf} />
      </Suspense>
      <div className={styles.pair}>
        {LANGUAGES.map((language) => (
          <div key={language} lang={language} dir={directionOf(language)} data-column={language}>
            <TextsProvider language={language} texts={columnTexts[language]} timeZone={timeZone}>
              <FieldNews field={field} part={language} />
            </TextsProvider>
          </div>
        ))}
      </div>
    </>
  )
}

function Facts() {
  const { model } = useOpenRecord()
  const { content: texts } = useTexts()
  const facts = model.fields.filter(
    (field) => field.in === 'shared' && field.kind !== 'landing-sections' && !field.logo && !isSearchField(field),
  )
  if (facts.length === 0) return null
  return (
    <section className={styles.factsPart}>
      <h2 className="h3">{texts.parts.shared}</h2>
      <div className={styles.facts}>
        {facts.map((field) => (
          <PartField key={field.name} field={field} part="shared" />
        ))}
      </div>
    </section>
  )
}

function SearchPart() {
  const { model, columnTexts } = useOpenRecord()
  const fields = model.fields.filter(isSearchField)
  return (
    <SearchAndShare
      columnTexts={columnTexts}
      texts={fields.map((field) => field.in === 'languages' && <Pair key={field.name} field={field} />)}
      shared={fields.map(
        (field) => field.in === 'shared' && <PartField key={field.name} field={field} part="shared" />,
      )}
    />
  )
}
