import { pino, type Logger } from 'pino';
import { counter } from './metrics.ts';
import { openLines } from './write-lines.ts';

export type Log = Logger;

const lost = counter('ponte_log_lines_lost_total', 'Log lines that nobody read in time.', []);

/** One for all logs of the process. */
const standardOutput = openLines(1, () => lost.inc());

/** JSON lines on standard output. Callers name the few fields they log; no bodies, no headers. */
export function openLog(name: string, level: string): Log {
  const settings = { name, level, base: { name }, timestamp: timeOfLine };
  return pino(settings, standardOutput);
}

/** Of the line before, mostly: to write a time down takes as long as the rest of a line. */
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

/** What may be said of a fault: its class, code and place, never a value that passed through it. */
export function faultOf(error: unknown): Record<string, string | undefined> {
  if (!(error instanceof Error)) return { fault: typeof error };
  const code = 'code' in error ? String(error.code) : undefined;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const place = frames?.slice(0, 3).join(' ').replaceAll(/\s+/g, ' ');
  const message = repeatsData(error, code) ? undefined : error.message.slice(0, 200);
  return { fault: error.name, code, message, place };
}

/** Whether the message quotes what could not be read: broken JSON, or a value a column refused. */
function repeatsData(error: Error, code: string | undefined): boolean {
  return error instanceof SyntaxError || /^22...$/.test(code ?? '');
}
