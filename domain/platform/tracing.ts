type Attributes = Record<string, string | number>
/** Gets a function that adds attributes. */
type Work<Result> = (add: (attributes: Attributes) => void) => Promise<Result>

/** Set up by the server where traces are wanted; names and attributes hold no personal data. */
export interface Tracer {
  /** A span around work, below the one that it runs in, or below the `traceparent` of a request. */
  during<Result>(name: string, attributes: Attributes, work: Work<Result>, traceparent?: string): Promise<Result>
  /** A span of work that has just ended. */
  record(name: string, attributes: Attributes, milliseconds: number): void
}

let tracer: Tracer | undefined

export function setTracer(wanted: Tracer | undefined) {
  tracer = wanted
}

export const isTracing = () => tracer !== undefined

export const inSpan: Tracer['during'] = (name, attributes, work, traceparent) =>
  tracer ? tracer.during(name, attributes, work, traceparent) : work(() => {})

export const recordSpan: Tracer['record'] = (...span) => tracer?.record(...span)
