import { METHODS } from 'node:http'
import type { SubmissionKind } from '#domain/platform/database/tables.ts'
import type { CountResponse } from '../http/log.ts'

export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Listener = 'site' | 'desk'
type RenderOutcome = 'complete' | 'incomplete' | 'failed'

export interface RouteTally {
  listener: Listener
  route: string
  /** Responses in each of `DURATION_BUCKETS`, in seconds; the last one is open. */
  buckets: number[]
  seconds: number
  responses: Map<number, number>
}

export type Measurements = ReturnType<typeof createMeasurements>

/** Plain numbers: a call of the metrics library would cost a thirtieth of a cached page. */
export function createMeasurements() {
  const routes = new Map<Listener, Map<string, RouteTally>>()
  const submissions = new Map<string, number>()
  const renders: Record<RenderOutcome, number> = { complete: 0, incomplete: 0, failed: 0 }
  const measurements = {
    pageCacheHits: 0,
    pageCacheMisses: 0,
    renderSeconds: 0,
    renders,
    submissions,

    countResponses(listener: Listener): CountResponse {
      const tallies = new Map<string, RouteTally>()
      routes.set(listener, tallies)
      return (method, route, status, milliseconds) => {
        let tally = tallies.get(route)
        if (!tally) {
          // Built files share one label.
          tally = findTally(tallies, listener, route.startsWith('/assets/') ? '/assets/*' : route)
          tallies.set(route, tally)
        }
        const seconds = milliseconds / 1000
        let bucket = 0
        while (bucket < DURATION_BUCKETS.length && seconds > (DURATION_BUCKETS[bucket] as number)) bucket++
        ;(tally.buckets[bucket] as number)++
        tally.seconds += seconds
        const key = statusKey(method, status)
        tally.responses.set(key, (tally.responses.get(key) ?? 0) + 1)
      }
    },

    countSubmission(form: SubmissionKind, outcome: string) {
      const key = `${form} ${outcome}`
      submissions.set(key, (submissions.get(key) ?? 0) + 1)
    },

    countRender(outcome: RenderOutcome, milliseconds: number) {
      renders[outcome]++
      measurements.renderSeconds += milliseconds / 1000
    },

    tallies: () => [...routes.values()].flatMap((tallies) => [...new Set(tallies.values())]),
  }
  return measurements
}

function findTally(tallies: Map<string, RouteTally>, listener: Listener, route: string): RouteTally {
  const found = [...tallies.values()].find((tally) => tally.route === route)
  return (
    found ?? { listener, route, buckets: DURATION_BUCKETS.map(() => 0).concat(0), seconds: 0, responses: new Map() }
  )
}

// Method and status as one number, which is faster to look up than a text.
const STATUSES_OF_A_METHOD = 1000

const methodNumbers = new Map(METHODS.map((method, index) => [method, index + 1]))

const statusKey = (method: string, status: number) => (methodNumbers.get(method) ?? 0) * STATUSES_OF_A_METHOD + status

export function readStatusKey(key: number) {
  const method = METHODS[Math.floor(key / STATUSES_OF_A_METHOD) - 1] ?? 'unknown'
  return { method, status: String(key % STATUSES_OF_A_METHOD) }
}
