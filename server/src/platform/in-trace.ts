import { SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('ponte');

/** Runs work that no request asked for in a trace of its own, if tracing is on. */
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
