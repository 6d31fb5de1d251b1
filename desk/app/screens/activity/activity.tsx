import { Search } from 'lucide-react'
import { useState } from 'react'
import {
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { REFERENCE_PATTERN } from '#contract/constants.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import { foldLetters } from '#texts/spelling.ts'
import { api } from '../../api.ts'
import { Block, Body, Button, Dot, Empty, Head, Icon, TextLink } from '../../parts/elements.tsx'
import { Field, Options, SelectField } from '../../parts/field.tsx'
import { useFilters } from '../../parts/filters.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './activity.module.css'
import { type Entry, isolated, useSentences } from './sentences.ts'

export const loader = ({ request }: LoaderFunctionArgs) =>
  api('GET /activity', { query: { reference: referenceIn(request.url) }, signal: request.signal })

/** Typed text filters loaded entries; only a reference is asked of the server. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? referenceIn(currentUrl) !== referenceIn(nextUrl)
    : defaultShouldRevalidate

function referenceIn(address: string | URL) {
  const typed = new URL(address).searchParams.get('q')?.trim().toUpperCase() ?? ''
  return REFERENCE_PATTERN.test(typed) ? typed : undefined
}

type Trail = Awaited<ReturnType<typeof loader>>
type Kind = keyof DeskTexts['activity']['kinds']

export function Component() {
  const { entries, names, subjects, hasMore, showOlder, isLoading } = useTrail(useLoaderData<typeof loader>())
  const { activity: texts, formats, language } = useTexts()
  const { actorOf, sentenceOf } = useSentences(names, subjects)
  const [filter, change] = useFilters()
  const [, setFilter] = useSearchParams()
  const typed = filter.get('q') ?? ''
  const kind = filter.get('what') ?? ''
  // Entries hold no reference: it must not outlive an erased submission.
  const wanted = REFERENCE_PATTERN.test(typed.trim().toUpperCase()) ? '' : foldLetters(typed.trim())
  const shown = entries.filter(
    (entry) =>
      (!kind || kindOf(entry) === kind) &&
      foldLetters(`${actorOf(entry)} ${sentenceOf(entry)} ${subjects[entry.subject]?.title[language] ?? ''}`).includes(
        wanted,
      ),
  )
  const days = new Map<string, Entry[]>()
  for (const entry of shown) {
    const day = formats.dayKey(entry.happened_at)
    days.set(day, [...(days.get(day) ?? []), entry])
  }

  return (
    <>
      <Head title={texts.title} note={texts.note} />
      <div className={styles.filter}>
        <Field
          label={texts.search}
          type="search"
          value={typed}
          onChange={({ target }) => change({ q: target.value }, { replace: true })}
          end={<Icon of={Search} small />}
        />
        <SelectField
          label={texts.what}
          value={kind}
          onChange={({ target }) => change({ what: target.value }, { replace: true })}
        >
          <option value="">{texts.everything}</option>
          <Options of={Object.entries(texts.kinds)} />
        </SelectField>
      </div>
      <Body>
        {shown.length === 0 &&
          (entries.length === 0 ? (
            <Empty title={texts.empty} />
          ) : (
            <Empty
              fill="hollow"
              title={texts.emptyFilter}
              actions={<Button onClick={() => setFilter({}, { replace: true })} label={texts.clear} />}
            />
          ))}
        {[...days].map(([day, members]) => (
          <Block key={day} title={formats.dayHead(members[0]?.happened_at ?? '')}>
            <ol className={styles.list}>
              {members.map((entry) => (
                <li key={entry.number}>
                  <time className="muted" dateTime={entry.happened_at}>
                    {formats.time(entry.happened_at)}
                  </time>
                  <Dot fill="solid" colour={entry.action === 'erase' ? 'accent' : 'ink'} />
                  <b>
                    <bdi>{actorOf(entry)}</bdi>
                  </b>
                  <Act sentence={sentenceOf(entry)} about={subjects[entry.subject]} removed={entry.words.name} />
                </li>
              ))}
            </ol>
          </Block>
        ))}
        {hasMore && (
          <div>
            <Button busy={isLoading} onClick={showOlder} label={texts.older} />
          </div>
        )}
      </Body>
    </>
  )
}

interface ActProps {
  sentence: string
  about: Trail['subjects'][string] | undefined
  /** The name of something that is gone. */
  removed: string | undefined
}

/** The name in the sentence is the link; a sentence without it is followed by it. */
function Act({ sentence, about, removed }: ActProps) {
  const { language } = useTexts()
  const name = about?.title[language] ?? removed
  if (!name) return <span>{sentence}</span>
  const [before = '', after] = sentence.split(isolated(name))
  return (
    <span>
      {before}
      {after === undefined && ' · '}
      {about ? (
        <TextLink to={about.to}>
          <bdi>{name}</bdi>
        </TextLink>
      ) : (
        <bdi>{name}</bdi>
      )}
      {after}
    </span>
  )
}

const OTHER_KINDS = ['desk', 'picture', 'queue', 'restore', 'webhook']

function kindOf({ action }: Entry): Kind {
  const [kind = ''] = action.split('.')
  if (kind === 'session' || kind === 'person' || kind === 'account' || kind === 'content') return kind
  return OTHER_KINDS.includes(kind) ? 'other' : 'submission'
}

function useTrail(first: Trail) {
  const [older, setOlder] = useState<Trail>()
  const { submit, isBusy } = useSubmit()
  const entries = [...first.entries, ...(older?.entries ?? [])]
  return {
    entries,
    names: { ...first.names, ...older?.names },
    subjects: { ...first.subjects, ...older?.subjects },
    hasMore: (older ?? first).hasMore,
    isLoading: isBusy,
    showOlder: () =>
      submit(async () => {
        const page = await api('GET /activity', { query: { before: entries.at(-1)?.number } })
        const subjects = { ...older?.subjects, ...page.subjects }
        setOlder({ ...page, subjects, entries: [...(older?.entries ?? []), ...page.entries] })
      }),
  }
}
