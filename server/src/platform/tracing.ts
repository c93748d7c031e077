import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { FastifyPluginCallback } from 'fastify';

export interface Tracing {
  /** Makes a span of each request. */
  readonly plugin: FastifyPluginCallback;
  /** Sends what is still held. */
  readonly stop: () => Promise<void>;
}

/**
 * Sends traces to where OpenTelemetry's own variables say, which its library reads itself. Nothing
 * of it is loaded before, so that nobody else pays for it.
 */
export async function startTracing(name: string): Promise<Tracing> {
  const [sdk, { OTLPTraceExporter }, resources, { UndiciInstrumentation }, otel, instrumentation] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/instrumentation-undici'),
      import('@fastify/otel'),
      import('@opentelemetry/instrumentation'),
    ]);
  const provider = new sdk.NodeTracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': `ponte-${name}` }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(keepingSecrets(new OTLPTraceExporter()))],
  });
  // Merchants' servers and the provider are told nothing of our traces, and tell us nothing.
  provider.register({ propagator: null });
  const requests = new otel.FastifyOtelInstrumentation({
    instrumentHooks: false,
    requestHook: (span, request) => span.setAttribute('ponte.request_id', request.id),
  });
  instrumentation.registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [requests, new UndiciInstrumentation({ requireParentforSpans: true })],
  });
  return { plugin: requests.plugin(), stop: () => provider.shutdown() };
}

/** What may be told of a span. An address may carry what must not be told, a route does not. */
const TOLD: ReadonlySet<string> = new Set([
  'db.query.text',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'ponte.request_id',
  'server.address',
  'server.port',
  'url.scheme',
]);

/** Whatever a library may put into a span, only what is known to be harmless leaves. */
function keepingSecrets(inner: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => inner.export(spans.map(harmless), done),
    shutdown: () => inner.shutdown(),
    forceFlush: async () => inner.forceFlush?.(),
  };
}

function harmless(span: ReadableSpan): ReadableSpan {
  return Object.create(span, {
    attributes: { value: toldOf(span.attributes), enumerable: true },
    // They quote messages, which quote what was wrong.
    events: { value: [], enumerable: true },
    status: { value: { code: span.status.code }, enumerable: true },
  }) as ReadableSpan;
}

function toldOf(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => TOLD.has(key)));
}
