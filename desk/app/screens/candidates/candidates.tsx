import { ListChecks, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { api, type ResultOf } from '../../api.ts'
import { useActions, useStepping } from '../../parts/actions.ts'
import { Body, Button, buttonClass, Dot, Empty, Head, Icon, Table } from '../../parts/elements.tsx'
import { ChoicesFilter, Filter, Filters, useFilters } from '../../parts/filters.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { About, SampleMark, StageName } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { AddDialog } from './add-dialog.tsx'
import styles from './candidates.module.css'
import { RatingDots } from './rating.tsx'

const FILTERS = ['job', 'tag', 'rating', 'pool', 'search'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const query = queryIn(searchParams)
  const [page, { tags }, { jobs }] = await Promise.all([
    api('GET /candidates', { query, signal: request.signal }),
    api('GET /tags', { background: true }),
    api('GET /jobs', { background: true }),
  ])
  return { page, tags, jobs, here: JSON.stringify(query) }
}

function queryIn(address: URLSearchParams) {
  const given = FILTERS.map((name) => [name, address.getAll(name)] as const).filter(([, values]) => values.length > 0)
  return Object.fromEntries(given.map(([name, values]) => [name, values.length > 1 ? values : values[0]]))
}

type Page = ResultOf<'GET /candidates'>
type Person = Page['people'][number]

const LINES = 'a[data-person]'
const RATINGS = [1, 2, 3, 4, 5]

export function Component() {
  const { page, tags, jobs, here } = useLoaderData<typeof loader>()
  const { candidates: texts, submissions: words, say, language } = useTexts()
  const { can } = useSession()
  const [address, change] = useFilters()
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  const mayChange = can('submissions.change')
  const isFiltered = FILTERS.some((name) => address.has(name))
  useActions(
    mayChange ? [{ id: 'add-person', label: texts.add, keys: 'N', icon: UserPlus, run: () => setAdding(true) }] : [],
  )

  return (
    <>
      <Head
        title={texts.title}
        note={texts.note}
        actions={
          mayChange && (
            <>
              <Link className={buttonClass({ look: 'quiet' })} to="/candidates/lists">
                <Icon of={ListChecks} />
                {texts.lists}
              </Link>
              <Button look="primary" icon={UserPlus} onClick={() => setAdding(true)} label={texts.add} />
            </>
          )
        }
      />
      <Filters texts={texts} onDown={() => document.querySelector<HTMLElement>(LINES)?.focus()}>
        <ChoicesFilter
          label={texts.job}
          values={address.getAll('job')}
          onChange={(values) => change({ job: values })}
          options={[
            ...jobs.map(({ id, title }) => [String(id), title[language]] as const),
            ['general', words.general] as const,
          ]}
        />
        <ChoicesFilter
          label={texts.tag}
          values={address.getAll('tag')}
          onChange={(values) => change({ tag: values })}
          options={tags.map(({ id, name }) => [id, name] as const)}
        />
        <Filter
          label={texts.rating}
          value={address.get('rating')}
          onChange={(rating) => change({ rating })}
          options={RATINGS.map((count) => [String(count), say('candidates.ratingAtLeast', { count })] as const)}
        />
        <Filter
          label={texts.pool}
          value={address.get('pool')}
          onChange={(pool) => change({ pool })}
          options={[['yes', texts.inPool]]}
        />
      </Filters>
      <Body>
        {page.people.length === 0 ? (
          <Empty
            fill="hollow"
            title={isFiltered ? texts.emptyFilter : texts.empty}
            text={isFiltered ? undefined : texts.emptyText}
            actions={isFiltered && <Button onClick={() => navigate('/candidates')} label={texts.clear} />}
          />
        ) : (
          <List key={here} first={page} query={JSON.parse(here)} />
        )}
      </Body>
      {isAdding && <AddDialog jobs={jobs} onClose={() => setAdding(false)} />}
    </>
  )
}

function List({ first, query }: { first: Page; query: Record<string, string> }) {
  const { candidates: texts } = useTexts()
  const [more, setMore] = useState<Page[]>([])
  const { submit, isBusy, failure } = useSubmit()
  const list = useRef<HTMLDivElement>(null)
  useStepping({ list, links: LINES, texts: { down: texts.keys.next, up: texts.keys.previous } })
  const { next } = more.at(-1) ?? first
  const { name, newest, stage, tags, rating, received } = texts.columns
  return (
    <div ref={list}>
      <Table stacks caption={texts.list} columns={[name, newest, stage, tags, rating, received]}>
        {[first, ...more]
          .flatMap(({ people }) => people)
          .map((person) => (
            <Line key={person.id} person={person} />
          ))}
      </Table>
      {next !== null && (
        <p className={styles.more}>
          {failure && <span role="alert">{failure}</span>}
          <Button
            busy={isBusy}
            label={isBusy ? texts.loadingMore : texts.more}
            onClick={() =>
              submit(async () => {
                const page = await api('GET /candidates', { query: { ...query, after: next } })
                setMore((former) => [...former, page])
              })
            }
          />
        </p>
      )}
    </div>
  )
}

function Line({ person: { id, name, newest, count, tags, rating, poolUntil, isSample } }: { person: Person }) {
  const { candidates: texts, say, formats } = useTexts()
  const pool = poolUntil && say('candidates.poolUntil', { day: formats.calendarDay(poolUntil) })
  return (
    <tr className={styles.line}>
      <th scope="row">
        <Link to={`/candidates/${id}`} data-person={id} className={styles.name}>
          <bdi>{name}</bdi>
        </Link>
        {pool && (
          <span className={styles.pooled} title={pool}>
            <Dot fill="solid" colour="cinnabar" label={pool} />
          </span>
        )}
        <SampleMark item={{ isSample }} />
      </th>
      <td>
        <About item={newest} />
        {count > 1 && <span className="muted small"> {say('candidates.others', { count: count - 1 })}</span>}
      </td>
      <td>
        <StageName stage={newest.stage} />
      </td>
      <td>
        <span className={styles.tags}>
          {tags.map((tag) => (
            <bdi key={tag.id} className={styles.tag}>
              {tag.name}
            </bdi>
          ))}
        </span>
      </td>
      <td>{rating !== null && <RatingDots rating={rating} />}</td>
      <td className="second" data-label={texts.columns.received}>
        <time dateTime={newest.createdAt}>{formats.short(newest.createdAt)}</time>
      </td>
    </tr>
  )
}
