import { notificationsVersion } from '#domain/notifications/staff/list.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { inboxVersion } from '#domain/submissions/inbox.ts'

/** Changes with every arrival or handling, and with every notification that is made or read. */
export interface News {
  version: string
  notifications: string
}

export const newsOf = async (queries: Queries): Promise<News> => ({
  version: await inboxVersion(queries),
  notifications: await notificationsVersion(queries),
})

interface Listener {
  personId: string
  send(news: News): void | Promise<void>
  end(): void
}

export interface InboxEvents {
  /** Returns how to stop listening; undefined when there are too many listeners, or too many of one person. */
  listen(listener: Listener): (() => void) | undefined
  stop(): void
}

const LOOK_EVERY_MILLISECONDS = 2500
const MAX_LISTENERS = 200
/** Open windows of one person. More of them must not close a colleague's stream. */
const MAX_LISTENERS_PER_PERSON = 20

/** One query for all listeners, none without any. Polling, because other processes change the database too. */
export function watchInbox(queries: Queries): InboxEvents {
  const listeners = new Set<Listener>()
  let known: News | undefined
  let timer: NodeJS.Timeout | undefined

  return {
    listen(listener) {
      const own = [...listeners].filter(({ personId }) => personId === listener.personId)
      if (listeners.size >= MAX_LISTENERS || own.length >= MAX_LISTENERS_PER_PERSON) return undefined
      listeners.add(listener)
      timer ??= setInterval(look, LOOK_EVERY_MILLISECONDS).unref()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) rest()
      }
    },
    stop() {
      for (const listener of listeners) listener.end()
      rest()
    },
  }

  function rest() {
    clearInterval(timer)
    timer = undefined
    known = undefined
  }

  async function look() {
    // A short outage of the database ends by the next look.
    const news = await newsOf(queries).catch(() => known)
    if (!news || (news.version === known?.version && news.notifications === known.notifications)) return
    known = news
    for (const listener of listeners) listener.send(news)
  }
}
