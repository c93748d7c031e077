import { isPonteError, type PonteError } from '../index.ts';
import type { Terminal } from './terminal.ts';
import { CliError, type Say, speak, UsageError, type Words } from './words.ts';

export type Format = 'text' | 'json';

/** Prints output for people or for programs. */
export interface Printer {
  readonly format: Format;
  readonly say: Say;
  /** The command's result: `json` as one line, or the text. */
  answer(json: object, text: string): void;
  /** Useful information besides the result. */
  note(kind: string, words: Words, facts?: object): void;
}

export function openPrinter({ config, print, printError }: Terminal, format: Format): Printer {
  const say = speak(config.language);
  return {
    format,
    say,
    answer: (json, text) => print(format === 'json' ? JSON.stringify(json) : text),
    note: (kind, words, facts = {}) => {
      const message = say(words);
      printError(format === 'json' ? JSON.stringify({ note: kind, message, ...facts }) : message);
    },
  };
}

/** @returns the exit code: 2 if the command has to be entered differently, otherwise 1 */
export function printFault(
  { printError }: Terminal,
  { format, say }: Printer,
  error: unknown,
): number {
  const { code, message, ...facts } = faultOf(error, say);
  const known = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
  if (format === 'json') printError(JSON.stringify({ error: code, message, ...known }));
  else {
    const request = facts.requestId === undefined ? '' : ` [X-Request-Id ${facts.requestId}]`;
    printError(`ponte: ${message} (${code})${request}`);
    const advice = isPonteError(error) ? adviceOf(error) : undefined;
    if (advice) printError(say(advice));
  }
  return error instanceof UsageError ? 2 : 1;
}

/** What to type next, if repeating the command could do it twice. */
function adviceOf({ advice, outcome, idempotencyKey }: PonteError): Words | undefined {
  if (advice === 'look-first') return LOOK_FIRST;
  if (idempotencyKey === undefined) return undefined;
  if (outcome === 'unknown') {
    return {
      pt: `Talvez tenha sido feito. Repita o mesmo com --idempotency-key ${idempotencyKey}: assim não é feito duas vezes.`,
      en: `It may have been done. Repeat the same with --idempotency-key ${idempotencyKey}: so it is not done twice.`,
    };
  }
  return advice === 'new-key' ? SPENT : undefined;
}

const LOOK_FIRST = {
  pt: 'Talvez tenha sido feito: veja antes de repetir.',
  en: 'It may have been done: look before you repeat it.',
};

const SPENT = {
  pt: 'Nada foi feito, e a chave de idempotência está gasta: corrija o pedido e não a repita.',
  en: 'Nothing was made, and the idempotency key is spent: fix the order and do not use it again.',
};

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly outcome?: string | undefined;
  readonly advice?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

function faultOf(error: unknown, say: Say): Fault {
  if (isPonteError(error)) {
    const { code, message, status, requestId, outcome, advice, idempotencyKey } = error;
    return { code, message, status, requestId, outcome, advice, idempotencyKey };
  }
  if (error instanceof UsageError) return { code: 'usage', message: say(error.words) };
  if (error instanceof CliError) return { code: error.code, message: say(error.words) };
  // Neither an answer of the gateway nor a mistake in the command: a file, a name, or a bug of
  // ours.
  return { code: 'failed', message: error instanceof Error ? error.message : String(error) };
}

/** Names and values in two columns. */
export function columns(rows: readonly (readonly [name: string, value: unknown])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`).join('\n');
}

function cell(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '-' : JSON.stringify(value);
}
