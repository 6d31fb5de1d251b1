import { Bookmark, Download, FlaskConical } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { api, Refusal, type ResultOf } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { Body, Button, Dot, Empty, Head, Note } from '../../parts/elements.tsx'
import { useLoaded, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useInboxVersion } from '../../submissions/inbox-version.ts'
import { filterAddress, filtersIn, type Item, loadColleagues } from '../../submissions/item.tsx'
import { rememberList, shownIn } from '../../submissions/worked-list.ts'
import { useTexts } from '../../texts.tsx'
import { ExportDialog } from './bulk-bar.tsx'
import { FilterBar } from './filter-bar.tsx'
import styles from './inbox.module.css'
import { InboxList, LINES } from './inbox-list.tsx'
import { VIEWS, ViewDialog, Views } from './saved-views.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const [page, counts, colleagues, { jobs }, { views }, { tags }, { sources }] = await Promise.all([
    loadShown(searchParams, request.signal),
    api('GET /submissions/counts', { background: true }),
    loadColleagues(),
    api('GET /jobs', { background: true }),
    api('GET /views', { background: true }),
    api('GET /tags', { background: true }),
    api('GET /sources', { background: true }),
  ])
  return { page, counts, colleagues, jobs, views, tags, sources }
}

type Page = ResultOf<'GET /submissions'>

const MAX_AT_ONCE = 100

/** Null for filters that the server does not know. */
async function loadShown(address: URLSearchParams, signal: AbortSignal): Promise<Page | null> {
  const query = filtersIn(address)
  // All that was shown before, on return.
  const wanted = shownIn(filterAddress(address))
  try {
    const limit = (have: number) => (wanted > have ? { limit: Math.min(MAX_AT_ONCE, wanted - have) } : {})
    const first = await api('GET /submissions', { query: { ...query, ...(wanted > USUAL_PAGE && limit(0)) }, signal })
    let { items, next } = first
    while (next !== null && items.length < wanted) {
      const page: Page = await api('GET /submissions', {
        query: { ...query, after: next, ...limit(items.length) },
        signal,
      })
      items = [...items, ...page.items]
      next = page.next
    }
    return { ...first, items, next }
  } catch (error) {
    if (error instanceof Refusal && error.problem === 'invalid') return null
    throw error
  }
}

const USUAL_PAGE = 50
const NOTHING: Page = { items: [], next: null, total: 0, isMore: false }

export function Component() {
  const { page: found, counts, jobs, views, tags, sources } = useLoaderData<typeof loader>()
  const page = found ?? NOTHING
  const { inbox: texts, shell, formats } = useTexts()
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const here = filterAddress(address)
  const [isSaving, setSaving] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const { can } = useSession()
  const { items, next, loadMore, isLoading, failure } = usePages(page, here)
  const isFiltered = here !== ''

  useActions([
    ...(can('submissions.export')
      ? [{ id: 'export', label: texts.export, icon: Download, run: () => setExporting(true) }]
      : []),
    { id: 'save-view', label: texts.saveView, icon: Bookmark, run: () => setSaving(true) },
  ])

  const total = totalOf(counts)
  const shownTotal = formats.figure(page.isMore ? page.total + 1 : page.total, page.total)
  const figures: Record<keyof typeof VIEWS, number> = { ...counts, everything: total }

  return (
    <>
      <Head
        title={texts.title}
        actions={
          <>
            {can('submissions.export') && (
              <Button look="quiet" icon={Download} onClick={() => setExporting(true)} label={texts.export} />
            )}
            <Button icon={Bookmark} onClick={() => setSaving(true)} label={texts.saveView} />
          </>
        }
      />
      <Views figures={figures} views={views} here={here} />
      <FilterBar
        onDown={() => document.querySelector<HTMLElement>(LINES)?.focus()}
        jobs={jobs}
        tags={tags}
        sources={sources}
      />
      <Arrivals key={total} total={total} />
      <Samples samples={counts.samples} isEmpty={total === 0} />
      {items.length === 0 ? (
        <Body>
          {total === 0 && found ? (
            <Empty title={texts.empty} text={texts.emptyText} />
          ) : (
            <Empty
              fill={here === VIEWS.waiting ? 'solid' : 'hollow'}
              title={
                found === null ? shell.failure.filters : here === VIEWS.waiting ? texts.allDone : texts.emptyFilter
              }
              text={here === VIEWS.waiting ? texts.allDoneText : undefined}
              actions={isFiltered && <Button onClick={() => navigate('/inbox')} label={texts.clear} />}
            />
          )}
        </Body>
      ) : (
        <InboxList
          items={items}
          search={here}
          hasMore={next !== null}
          isLoading={isLoading}
          failure={failure}
          onMore={loadMore}
          total={shownTotal}
          filters={filtersIn(address)}
        />
      )}
      {isExporting && (
        <ExportDialog wanted={filtersIn(address)} count={shownTotal} onClose={() => setExporting(false)} />
      )}
      {isSaving && <ViewDialog search={here} onClose={() => setSaving(false)} onReopen={() => setSaving(true)} />}
    </>
  )
}

function usePages(first: Page, search: string) {
  const [later, setLater] = useState<{ after: Page; items: Item[]; next: string | null }>()
  const { submit, isBusy, failure } = useSubmit()
  const own = later?.after === first ? later : undefined
  const next = own ? own.next : first.next
  const items = useMemo(() => {
    const known = new Set(first.items.map(({ reference }) => reference))
    return [...first.items, ...(own?.items.filter(({ reference }) => !known.has(reference)) ?? [])]
  }, [first, own])
  useEffect(() => {
    rememberList(
      search,
      items.map(({ reference }) => reference),
    )
  }, [search, items])
  const loadMore = useCallback(() => {
    if (next === null || isBusy) return
    submit(async () => {
      const query = { ...filtersIn(new URLSearchParams(search)), after: next }
      const page = await api('GET /submissions', { query })
      setLater({ after: first, items: [...(own?.items ?? []), ...page.items], next: page.next })
    })
  }, [next, isBusy, search, first, own, submit])
  return { items, next, loadMore, isLoading: isBusy, failure }
}

export const totalOf = ({ stages }: ResultOf<'GET /submissions/counts'>) =>
  Object.values(stages)
    .flatMap((byStage) => Object.values(byStage))
    .reduce((sum, count) => sum + count, 0)

export function Arrivals({ total }: { total: number }) {
  const { inbox: texts, say } = useTexts()
  const { revalidate } = useRevalidator()
  const version = useInboxVersion()
  const { result } = useLoaded(version, (options) => api('GET /submissions/counts', options))
  const arrived = (result ? totalOf(result) : total) - total
  useActions(
    arrived > 0 ? [{ id: 'show-new', label: texts.keys.showNew, keys: '.', run: () => void revalidate() }] : [],
  )
  return (
    <div role="status" className={styles.arrivals}>
      {arrived > 0 && (
        <button type="button" className={styles.pill} onClick={() => revalidate()}>
          <Dot colour="cinnabar" />
          {say('inbox.arrived', { count: arrived })} <kbd aria-hidden>.</kbd>
        </button>
      )}
    </div>
  )
}

export function Samples({ samples, isEmpty }: { samples: number; isEmpty: boolean }) {
  const { inbox: texts, say } = useTexts()
  const { can } = useSession()
  const { change, isBusy, failure } = useSubmit()
  if (!can('submissions.change') || (!isEmpty && samples === 0)) return null

  const load = () =>
    change(
      () => api('POST /samples'),
      ({ loaded }) => say('inbox.samplesLoaded', { count: loaded }),
    )
  const remove = () => change(() => api('DELETE /samples'), texts.samplesRemoved)
  const loadButton = <Button small icon={FlaskConical} busy={isBusy} onClick={load} label={texts.loadSamples} />
  const removeButton = <Button small busy={isBusy} onClick={remove} label={texts.removeSamples} />
  return (
    <div className={styles.samples}>
      {samples > 0 ? (
        <Note actions={removeButton}>{say('inbox.samplesHere', { count: samples })}</Note>
      ) : (
        <Note title={texts.samplesTitle} actions={loadButton}>
          {texts.samplesText}
        </Note>
      )}
      {failure && <Note kind="wrong">{failure}</Note>}
    </div>
  )
}
