import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { FastifyPluginCallback } from 'fastify';

export interface Tracing {
  /** Creates a span for each request. */
  readonly plugin: FastifyPluginCallback;
  /** Sends the spans that are still buffered. */
  readonly stop: () => Promise<void>;
}

/**
 * Exports traces as configured by OpenTelemetry's own environment variables, which its library
 * reads itself. Its modules are only loaded here, so that nobody else pays for them.
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
    spanProcessors: [new sdk.BatchSpanProcessor(redacting(new OTLPTraceExporter()))],
  });
  // No propagation: merchants' servers and the provider neither see nor set our trace ids.
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

/** The attributes that may be exported. URLs may contain secrets; routes do not. */
const EXPORTED: ReadonlySet<string> = new Set([
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

/** Exports only what is known to be harmless, whatever libraries put into a span. */
function redacting(inner: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => inner.export(spans.map(redacted), done),
    shutdown: () => inner.shutdown(),
    forceFlush: async () => inner.forceFlush?.(),
  };
}

function redacted(span: ReadableSpan): ReadableSpan {
  return Object.create(span, {
    attributes: { value: exportedOf(span.attributes), enumerable: true },
    // Events quote error messages, which quote the values that were wrong.
    events: { value: [], enumerable: true },
    status: { value: { code: span.status.code }, enumerable: true },
  }) as ReadableSpan;
}

function exportedOf(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => EXPORTED.has(key)));
}
