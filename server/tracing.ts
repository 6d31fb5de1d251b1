import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import type { Span } from '@opentelemetry/api'
import { setTracer, type Tracer } from '#domain/platform/tracing.ts'
import { RELEASE } from '#settings/release.ts'
import { SettingsError } from '#settings/settings.ts'

const SERVICE = 'nuqta'

/** Sends spans to the collector of OTEL_EXPORTER_OTLP_ENDPOINT; the packages read that setting and its relatives themselves. */
export async function openTracing(): Promise<() => Promise<void>> {
  const { api, sdk, exporter, resources } = await loadPackages()
  const { OTEL_SERVICE_NAME = SERVICE, OTEL_TRACES_SAMPLER_ARG = '1' } = process.env
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': OTEL_SERVICE_NAME,
      'service.version': RELEASE,
      'service.instance.id': hostname(),
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(Number(OTEL_TRACES_SAMPLER_ARG)) }),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  })
  const tracer = provider.getTracer(SERVICE, RELEASE)
  const current = new AsyncLocalStorage<Span>()
  const contextNow = () => {
    const span = current.getStore()
    return span ? api.trace.setSpan(api.ROOT_CONTEXT, span) : api.ROOT_CONTEXT
  }
  setTracer({
    during(name, attributes, work, traceparent) {
      const span = tracer.startSpan(name, { attributes }, contextOf(api, traceparent) ?? contextNow())
      return current
        .run(span, () => work((more) => void span.setAttributes(more)))
        .catch((error: Error) => {
          // Not the message, which may repeat what people typed.
          span.setStatus({ code: api.SpanStatusCode.ERROR, message: error.name })
          throw error
        })
        .finally(() => span.end())
    },
    record(name, attributes, milliseconds) {
      if (!current.getStore()) return
      const end = Date.now()
      tracer.startSpan(name, { attributes, startTime: end - milliseconds }, contextNow()).end(end)
    },
  } satisfies Tracer)
  return async () => {
    setTracer(undefined)
    await provider.shutdown()
  }
}

type Api = typeof import('@opentelemetry/api')

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function contextOf(api: Api, traceparent: string | undefined) {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? []
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return api.isSpanContextValid(spanContext) ? api.trace.setSpanContext(api.ROOT_CONTEXT, spanContext) : undefined
}

/** Optional packages, loaded only here. */
async function loadPackages() {
  try {
    const [api, sdk, exporter, resources] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
    return { api, sdk, exporter, resources }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new SettingsError(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'needs the optional packages, which are not installed: npm ci',
    )
  }
}
