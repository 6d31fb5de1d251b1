import {
  AtSign,
  Bell,
  CalendarClock,
  CalendarX2,
  CheckCheck,
  Clock,
  type LucideIcon,
  Reply,
  SlidersHorizontal,
  UserPlus,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { DeskCalls } from '#desk/api/calls.ts'
import { addressOfNotification } from '#domain/notifications/addresses.ts'
import { classNames } from '#site/brand/class-names.ts'
import { api } from '../api.ts'
import { Button, Dot, Empty, Icon } from '../parts/elements.tsx'
import { LoadFailure, useLoaded, useSubmit } from '../parts/work.tsx'
import { notificationsWereRead, useNotificationsVersion } from '../submissions/inbox-version.ts'
import { useTexts } from '../texts.tsx'
import styles from './notifications.module.css'

type Page = Awaited<ReturnType<DeskCalls['GET /notifications']['handle']>>
type Notification = Page['items'][number]

const KEPT_DAYS = 90

/** Others have a bell. */
const ICONS: Partial<Record<Notification['kind'], LucideIcon>> = {
  mention: AtSign,
  assignment: UserPlus,
  'sender-acted': Reply,
  interview: CalendarClock,
  'late-promise': Clock,
  team: Users,
  'schedule-failed': CalendarX2,
}

/** By day and record, the newest first; the head above it belongs to the panel or the screen. */
export function NotificationList() {
  const { notifications: texts, shell, say, formats } = useTexts()
  const version = useNotificationsVersion()
  const [pages, setPages] = useState(1)
  const loaded = useLoaded(`${version} ${pages}`, (options) => loadPages(pages, options))
  const { submit, isBusy, failure } = useSubmit()
  const { result } = loaded
  const newest = result?.items[0]?.at
  const markAll = () =>
    submit(async () => {
      if (newest) await api('POST /notifications/read', { body: { until: newest } })
      notificationsWereRead()
    }, texts.allRead)
  return (
    <div className={styles.list}>
      <div className={styles.bar}>
        <Link className="link small" to="/account#notifications">
          <Icon of={SlidersHorizontal} small />
          {texts.settings}
        </Link>
        {result !== undefined && result.unread > 0 && (
          <Button look="link" small busy={isBusy} icon={CheckCheck} onClick={markAll} label={texts.markAll} />
        )}
      </div>
      {failure && <p className={styles.failure}>{failure}</p>}
      <LoadFailure loaded={loaded} />
      {result?.items.length === 0 && (
        <div className={styles.empty}>
          <Empty title={texts.empty} text={texts.emptyText} />
        </div>
      )}
      {daysOf(result?.items ?? [], formats.dayKey).map(([day, records]) => (
        <section key={day} aria-label={formats.dayHead(records[0]?.[0]?.at ?? day)}>
          <p className={styles.day} aria-hidden>
            {formats.dayHead(records[0]?.[0]?.at ?? day)}
          </p>
          <ul>
            {records.map((own) => (
              <RecordNews key={own[0]?.subject} own={own} />
            ))}
          </ul>
        </section>
      ))}
      {result?.next && (
        <p className={styles.more}>
          <Button small onClick={() => setPages(pages + 1)} label={texts.earlier} />
        </p>
      )}
      {result !== undefined && (
        <p className={styles.foot}>
          <span className={styles.keys}>
            <kbd>G</kbd> <kbd>N</kbd> {texts.opens} ·{' '}
          </span>
          {say('notifications.kept', { days: KEPT_DAYS })}
        </p>
      )}
      {result === undefined && !loaded.failure && <p className="vh">{shell.loading}</p>}
    </div>
  )
}

/** All that one record has to tell on one day. */
function RecordNews({ own }: { own: Notification[] }) {
  const { notifications: texts, company, language, say, formats } = useTexts()
  const [newest] = own
  if (!newest) return null
  const isUnread = own.some(({ isRead }) => !isRead)
  const { submission, title } = newest
  return (
    <li className={classNames(styles.record, isUnread && styles.unread)}>
      <Dot
        colour={isUnread ? 'cinnabar' : 'edge'}
        label={isUnread ? texts.isUnread : undefined}
        className={isUnread ? undefined : styles.none}
      />
      <Icon of={ICONS[newest.kind] ?? Bell} small />
      <div className={styles.words}>
        <Link
          className={classNames('own', styles.name)}
          dir="auto"
          lang={submission?.language}
          to={addressOfNotification(newest)}
        >
          {submission ? submission.name : title?.[language]}
        </Link>
        <ul>
          {own.map(({ id, kind, by, details, at, isRead }) => (
            <li key={id} className={styles.line}>
              <span className={classNames(!isRead && styles.new, kind === 'late-promise' && styles.late)}>
                {say(`notifications.kinds.${kind}.sentence`, {
                  by: by ?? company,
                  act: details.act ?? '',
                  when: details.at === undefined ? '' : formats.moment(details.at),
                })}
              </span>
              <time className={styles.time} dateTime={at}>
                {formats.time(at)}
              </time>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}

/** Records in the order of their newest news, by day. */
function daysOf(items: Notification[], dayOf: (moment: string) => string): [string, Notification[][]][] {
  const days = new Map<string, Map<string, Notification[]>>()
  for (const item of items) {
    const records = days.get(dayOf(item.at)) ?? new Map<string, Notification[]>()
    days.set(dayOf(item.at), records)
    records.set(item.subject, [...(records.get(item.subject) ?? []), item])
  }
  return [...days].map(([day, records]) => [day, [...records.values()]])
}

async function loadPages(pages: number, options: { signal: AbortSignal; background: boolean }): Promise<Page> {
  let page = await api('GET /notifications', options)
  for (let loaded = 1; loaded < pages && page.next !== null; loaded++) {
    const next = await api('GET /notifications', { ...options, query: { before: page.next } })
    page = { ...next, items: [...page.items, ...next.items] }
  }
  return page
}

/** Unread ones, 100 for more; none while unknown. */
export function useUnreadNotifications(key: string): number {
  const version = useNotificationsVersion()
  const { result, failure } = useLoaded(`${version} ${key}`, (options) => api('GET /notifications/unread', options))
  return failure ? 0 : (result?.unread ?? 0)
}
