import { ArrowLeft, Lock, Merge, Trash2, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useParams } from 'react-router'
import { mailtoOf } from '#contract/mail-address.ts'
import { classNames } from '#site/brand/class-names.ts'
import { api } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Block, Button, Dot, Fact, Head, Icon, Ltr, Note, TextLink } from '../../parts/elements.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useDeclineReasons } from '../../submissions/decline-dialog.tsx'
import { About, loadColleagues, StageName, useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { EraseDialog } from '../submission/erase-dialog.tsx'
import styles from './candidates.module.css'
import { MergeDialog } from './merge-dialog.tsx'
import type { Person, Suggestion } from './person.ts'
import { PoolDialog } from './pool-dialog.tsx'
import { RatingChoice, RatingDots } from './rating.tsx'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const [person, colleagues, { tags }] = await Promise.all([
    api('GET /candidates/:id', { params: { id: params.id as string }, signal: request.signal }),
    loadColleagues(),
    api('GET /tags', { background: true }),
  ])
  return { person, colleagues, tags }
}

type Open =
  | { kind: 'pool' }
  | { kind: 'leave-pool' }
  | { kind: 'merge'; other: Suggestion }
  | { kind: 'erase'; email: string }

export function Component() {
  const { person } = useLoaderData<typeof loader>()
  const { candidates: texts, say, formats } = useTexts()
  const { can } = useSession()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const mayChange = can('submissions.change')
  const rate = useRating(person)
  useActions(
    mayChange
      ? [1, 2, 3, 4, 5].map((count) => ({
          id: `rate-${count}`,
          label: say('candidates.keys.rate', { count }),
          keys: String(count),
          keysOnly: true,
          run: () => rate.set(count),
        }))
      : [],
  )

  return (
    <>
      <div className={styles.bar}>
        <Link to="/candidates" className={styles.back}>
          <Icon of={ArrowLeft} isDirection small />
          {texts.back}
        </Link>
        {can('submissions.erase') && (
          <Menu
            label={texts.actions}
            items={person.emails.map((email) => ({
              label: say('candidates.erase', { email }),
              icon: Trash2,
              danger: true,
              run: () => setOpen({ kind: 'erase', email }),
            }))}
          />
        )}
      </div>
      <div className={styles.page}>
        <aside className={styles.side}>
          <Head
            title={person.name}
            note={person.since && say('candidates.since', { day: formats.day(person.since) })}
          />
          {rate.failure && <Note kind="wrong">{rate.failure}</Note>}
          <Tags person={person} mayChange={mayChange} />
          <section className={styles.part}>
            <div className={styles.partHead}>
              <h2>{texts.rating}</h2>
              <RatedBy person={person} />
            </div>
            {mayChange ? (
              <RatingChoice rating={person.rating?.rating ?? null} onRate={rate.set} />
            ) : (
              person.rating && <RatingDots rating={person.rating.rating} />
            )}
          </section>
          <Pool
            person={person}
            mayChange={mayChange}
            onPut={() => setOpen({ kind: 'pool' })}
            onLeave={() => setOpen({ kind: 'leave-pool' })}
          />
          <Contact person={person} />
          <p className="muted small">{texts.copyNote}</p>
          <Merged person={person} mayChange={mayChange} />
        </aside>
        <div className={styles.main}>
          {person.suggestions.map((other) => (
            <SamePerson
              key={other.id}
              person={person}
              other={other}
              mayChange={mayChange}
              onCompare={() => setOpen({ kind: 'merge', other })}
            />
          ))}
          <Sent person={person} />
          <Thread person={person} />
        </div>
      </div>
      {open?.kind === 'pool' && <PoolDialog person={person} onClose={close} />}
      {open?.kind === 'leave-pool' && (
        <ConfirmDialog
          title={texts.leavePool}
          text={texts.poolNoneText}
          submit={texts.leavePool}
          said={texts.poolLeft}
          isDanger
          onClose={close}
          onConfirm={() => api('DELETE /candidates/:id/pool', { params: { id: person.id } })}
        />
      )}
      {open?.kind === 'merge' && (
        <MergeDialog
          person={person}
          other={open.other}
          onClose={close}
          onMerged={(kept) => kept !== id && navigate(`/candidates/${kept}`, { replace: true })}
        />
      )}
      {open?.kind === 'erase' && (
        <EraseDialog email={open.email} onClose={close} onErasing={() => {}} onErased={() => navigate('/candidates')} />
      )}
    </>
  )
}

function useRating({ id }: Person) {
  const { candidates: texts } = useTexts()
  const { change, failure } = useSubmit()
  const set = (rating: number | null) =>
    change(
      () => api('PUT /candidates/:id/rating', { params: { id }, body: { rating } }),
      rating === null ? texts.unrated : texts.rated,
    )
  return { set, failure }
}

function RatedBy({ person: { rating } }: { person: Person }) {
  const { say, formats } = useTexts()
  const { nameOf } = useColleagues()
  if (!rating) return null
  return (
    <span className="muted small">
      {say('candidates.ratedBy', { name: nameOf(rating.by), day: formats.day(rating.at) })}
    </span>
  )
}

function Tags({ person: { id, tags }, mayChange }: { person: Person; mayChange: boolean }) {
  const { tags: known } = useLoaderData<typeof loader>()
  const { candidates: texts, say } = useTexts()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { change, isBusy, failure, errorOf } = useSubmit()
  const listId = useId()
  useActions(mayChange ? [{ id: 'tag', label: texts.keys.tag, keys: 'T', run: () => input.current?.focus() }] : [])
  const add = () =>
    typed.trim() !== '' &&
    change(
      async () => {
        const tag = await api('POST /candidates/:id/tags', { params: { id }, body: { name: typed } })
        setTyped('')
        return tag
      },
      ({ name }) => say('candidates.tagAdded', { name }),
    )
  const remove = (tag: { id: string; name: string }) =>
    change(
      () => api('DELETE /candidates/:id/tags/:tag', { params: { id, tag: tag.id } }),
      say('candidates.tagRemoved', { name: tag.name }),
    )
  const wrong = errorOf('name') ?? failure
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2>{texts.tags}</h2>
      </div>
      <form
        className={styles.tagBox}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) add()
        }}
      >
        {tags.map((tag) => (
          <span key={tag.id} className={styles.tag}>
            <bdi>{tag.name}</bdi>
            {mayChange && (
              <button
                type="button"
                aria-label={say('candidates.removeTag', { name: tag.name })}
                onClick={() => remove(tag)}
              >
                <Icon of={X} small />
              </button>
            )}
          </span>
        ))}
        {mayChange && (
          <>
            <input
              ref={input}
              list={listId}
              dir={typed ? 'auto' : undefined}
              aria-label={texts.addTag}
              aria-invalid={wrong ? true : undefined}
              placeholder={texts.addTag}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <datalist id={listId}>
              {known
                .filter(({ id: tagId }) => !tags.some((tag) => tag.id === tagId))
                .map(({ id: tagId, name }) => (
                  <option key={tagId} value={name} />
                ))}
            </datalist>
          </>
        )}
      </form>
      {wrong && <Note kind="wrong">{wrong}</Note>}
    </section>
  )
}

interface PoolProps {
  person: Person
  mayChange: boolean
  onPut(): void
  onLeave(): void
}

function Pool({ person: { pool }, mayChange, onPut, onLeave }: PoolProps) {
  const { candidates: texts, say, formats } = useTexts()
  const { nameOf } = useColleagues()
  return (
    <section className={classNames(styles.pool, pool !== null && styles.inPool)}>
      <Dot fill={pool ? 'solid' : 'hollow'} colour={pool ? 'cinnabar' : 'edge'} />
      <div>
        <h2>{pool ? say('candidates.poolTitle', { day: formats.calendarDay(pool.until) }) : texts.poolNone}</h2>
        {pool ? (
          <p className="second small">
            {say('candidates.poolText', {
              channel: pool.channel,
              agreed: formats.calendarDay(pool.agreedOn),
              name: nameOf(pool.by),
            })}{' '}
            {pool.askedAt ? say('candidates.poolAsked', { day: formats.day(pool.askedAt) }) : texts.poolAsks}
          </p>
        ) : (
          <p className="second small">{texts.poolNoneText}</p>
        )}
        {mayChange && (
          <p className={styles.buttons}>
            <Button small onClick={onPut} label={pool ? texts.renewPool : texts.putInPool} />
            {pool && <Button small look="quiet" onClick={onLeave} label={texts.leavePool} />}
          </p>
        )}
      </div>
    </section>
  )
}

function Contact({ person: { emails, phones, alerts } }: { person: Person }) {
  const { candidates: texts, submissions: words, say } = useTexts()
  return (
    <dl className={styles.facts}>
      <Fact label={texts.emails}>
        {emails.map((email) => (
          <a key={email} className="link" href={mailtoOf(email)}>
            <Ltr>{email}</Ltr>
          </a>
        ))}
      </Fact>
      {phones.length > 0 && (
        <Fact label={texts.phones}>
          {phones.map((phone) => (
            <a key={phone} className="link" href={`tel:${phone}`}>
              <Ltr>{phone}</Ltr>
            </a>
          ))}
        </Fact>
      )}
      {alerts.length > 0 && (
        <Fact label={texts.alerts}>
          {alerts.map(({ language, team, confirmedAt }) => (
            <span key={`${language} ${team}`}>
              {say('candidates.alertsIn', { language: words.languages[language], team: team || texts.allTeams })}
              {confirmedAt === null && <span className="muted small"> · {texts.unconfirmed}</span>}
            </span>
          ))}
        </Fact>
      )}
    </dl>
  )
}

function Merged({ person: { id, merged }, mayChange }: { person: Person; mayChange: boolean }) {
  const { candidates: texts, say, formats } = useTexts()
  const { nameOf } = useColleagues()
  const { change, isBusy, failure } = useSubmit()
  if (merged.length === 0) return null
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2>{texts.mergedTitle}</h2>
      </div>
      {failure && <Note kind="wrong">{failure}</Note>}
      <ul className={styles.merged}>
        {merged.map((each) => (
          <li key={each.id}>
            <p className="small">
              {say('candidates.mergedLine', { name: each.name, by: nameOf(each.by), day: formats.day(each.at) })}{' '}
              <Ltr className="muted">{each.email}</Ltr>
            </p>
            {each.undoneUntil && mayChange && (
              <p className={styles.buttons}>
                <Button
                  small
                  busy={isBusy}
                  label={texts.unmerge}
                  onClick={() =>
                    change(
                      () => api('DELETE /candidates/:id/merges/:merged', { params: { id, merged: each.id } }),
                      texts.unmerged,
                    )
                  }
                />
                <span className="muted small">
                  {say('candidates.unmergeUntil', { day: formats.day(each.undoneUntil) })}
                </span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SamePersonProps {
  person: Person
  other: Suggestion
  mayChange: boolean
  onCompare(): void
}

function SamePerson({ person: { id }, other, mayChange, onCompare }: SamePersonProps) {
  const { candidates: texts, say } = useTexts()
  const { change, isBusy, failure } = useSubmit()
  const differ = () =>
    change(
      () => api('POST /candidates/:id/differences', { params: { id }, body: { other: other.id } }),
      texts.differentSaid,
    )
  return (
    <div className={styles.same}>
      <Icon of={Merge} />
      <div>
        <p>
          <TextLink to={`/candidates/${other.id}`}>{say('candidates.suggestion', { name: other.name })}</TextLink>{' '}
          <span className="second small">{other.reasons.map((reason) => texts.reasons[reason]).join(' · ')}</span>
        </p>
        {failure && <Note kind="wrong">{failure}</Note>}
        {mayChange && (
          <p className={styles.buttons}>
            <Button small onClick={onCompare} label={texts.compare} />
            <Button small look="quiet" busy={isBusy} onClick={differ} label={texts.different} />
          </p>
        )}
      </div>
    </div>
  )
}

function Sent({ person: { sent } }: { person: Person }) {
  const { candidates: texts, submissions: words, submission, say, formats } = useTexts()
  const reasons = useDeclineReasons(sent.some(({ declineReason }) => declineReason !== null))
  return (
    <Block
      title={texts.sent}
      aside={<span className="muted small">{say('candidates.sentCount', { count: sent.length })}</span>}
    >
      <ul className={styles.sent}>
        {sent.map((each) => (
          <li key={each.reference}>
            <span className="muted small">{words.kinds[each.kind]}</span>
            <TextLink to={`/inbox/${each.reference}`}>
              <About item={each} />
            </TextLink>
            <StageName stage={each.stage} />
            <time className="second small" dateTime={each.createdAt}>
              {formats.day(each.createdAt)}
            </time>
            <span className="second small">
              {each.declineReason
                ? reasons.nameOf(each.declineReason)
                : each.addedAs
                  ? texts.addedAs[each.addedAs]
                  : ''}
              {each.addedAs && <span className="vh">{submission.addedNote}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Block>
  )
}

function Thread({ person: { thread } }: { person: Person }) {
  const { candidates: texts, formats } = useTexts()
  const { nameOf } = useColleagues()
  return (
    <Block title={texts.thread}>
      {thread.length === 0 && <p className="second">{texts.threadEmpty}</p>}
      <ol className={styles.thread}>
        {thread.map((entry) => (
          <li key={`${entry.kind} ${entry.at} ${entry.reference} ${entry.text.length}`}>
            <p className={styles.entryHead}>
              <Dot
                fill={entry.kind === 'answer' ? 'hollow' : 'solid'}
                colour={entry.kind === 'note' ? 'edge' : entry.kind === 'answer' ? 'cinnabar' : 'ink'}
              />
              <b>{texts.kinds[entry.kind]}</b>
              {entry.kind === 'note' && (
                <span className={styles.teamOnly}>
                  <Icon of={Lock} small />
                  {texts.teamOnly}
                </span>
              )}
              <span className="muted small">
                {entry.authorId !== null && (
                  <>
                    <bdi>{nameOf(entry.authorId)}</bdi> ·{' '}
                  </>
                )}
                <time dateTime={entry.at}>{formats.moment(entry.at)}</time>
                {entry.isSent === false && ` · ${texts.notSent}`}
              </span>
              <TextLink to={`/inbox/${entry.reference}`}>
                <Ltr className="small">{entry.reference}</Ltr>
              </TextLink>
            </p>
            <div className={classNames(styles.entry, styles[entry.kind])} dir="auto">
              {entry.subject && <b dir="auto">{entry.subject}</b>}
              <p dir="auto">{entry.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Block>
  )
}
