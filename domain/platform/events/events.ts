import type { Queries } from '../database/database.ts'

interface EventType<Details> {
  readonly name: string
  /** For the compiler only. */
  readonly details?: Details
}

export const defineEvent = <Details>(name: string): EventType<Details> => ({ name })

type Tell<Details> = (queries: Queries, details: Details, now: Date) => Promise<unknown>

/** Runs in the event's transaction and calls no other server. */
export type Subscriber<Type> = Type extends EventType<infer Details> ? Tell<Details> : never

interface Subscription {
  event: string
  subscribers: Tell<never>[]
}

export const on = <Details>(event: EventType<Details>, ...subscribers: Tell<Details>[]): Subscription => ({
  event: event.name,
  subscribers: subscribers as Tell<never>[],
})

let subscribersOf: Map<string, Tell<never>[]> | undefined

/** Once for each process, before the first event. */
export function subscribe(subscriptions: readonly Subscription[]): void {
  subscribersOf = new Map(subscriptions.map(({ event, subscribers }) => [event, subscribers]))
}

/** In the transaction of the change. */
export async function recordEvent<Details>(
  queries: Queries,
  { name }: EventType<Details>,
  details: Details,
  now: Date,
): Promise<void> {
  const subscribers = subscribersOf?.get(name) as Tell<Details>[] | undefined
  // Without subscribers every event would be lost silently.
  if (!subscribers) throw new Error(`No subscription names the event ${name}: call subscribe() at the start`)
  for (const subscriber of subscribers) await subscriber(queries, details, now)
}
