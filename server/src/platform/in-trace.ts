import { SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('ponte');

/** Work that nobody asked for by a request, as a trace of its own; nothing where none is kept. */
export async function inTrace<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return tracer.startActiveSpan(name, { root: true }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
