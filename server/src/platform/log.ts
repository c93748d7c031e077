import { pino, type Logger } from 'pino';
import { counter } from './metrics.ts';
import { openLines } from './write-lines.ts';

export type Log = Logger;

const lost = counter('ponte_log_lines_lost_total', 'Log lines that were not read or written.', []);

/** Shared by all logs of the process. */
const standardOutput = openLines(1, () => lost.inc());

/** JSON lines on standard output. Callers name the few fields they log; no bodies, no headers. */
export function openLog(name: string, level: string): Log {
  const settings = { name, level, base: { name }, timestamp: timeOfLine };
  return pino(settings, standardOutput);
}

/** Caches the previous time: formatting one takes as long as the rest of the line. */
let lastMs = NaN;
let lastTime = '';

function timeOfLine(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
}

/** What may be logged of an error: its class, code and place, never a value that it concerns. */
export function faultOf(error: unknown): Record<string, string | undefined> {
  if (!(error instanceof Error)) return { fault: typeof error };
  const code = 'code' in error ? String(error.code) : undefined;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const place = frames?.slice(0, 3).join(' ').replaceAll(/\s+/g, ' ');
  const message = repeatsData(error, code) ? undefined : error.message.slice(0, 200);
  return { fault: error.name, code, message, place };
}

/** Whether the message quotes data: broken JSON, or a value that a column refused. */
function repeatsData(error: Error, code: string | undefined): boolean {
  return error instanceof SyntaxError || /^22...$/.test(code ?? '');
}
