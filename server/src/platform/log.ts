import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on standard output. Callers name the few fields they log; no bodies, no headers. */
export function openLog(name: string): Log {
  return pino({ name, base: { name }, timestamp: pino.stdTimeFunctions.isoTime });
}

/** What may be said of a fault: its class, code and place, never a value that passed through it. */
export function faultOf(error: unknown): Record<string, string | undefined> {
  if (!(error instanceof Error)) return { fault: typeof error };
  const code = 'code' in error ? String(error.code) : undefined;
  const place = error.stack?.split('\n').slice(1, 4).join(' ').replaceAll(/\s+/g, ' ');
  return { fault: error.name, code, message: error.message.slice(0, 200), place };
}
