import { readFile } from 'node:fs/promises';
import { stdin } from 'node:process';
import { buffer } from 'node:stream/consumers';
import { diagnose } from './diagnose.ts';
import { readSavedRequest } from './saved-request.ts';
import { type Call, optional, wholeNumber } from './verb.ts';
import { CliError, UsageError } from './words.ts';

const TOLERANCE_SECONDS = 300;

/** Checks the signatures of a saved webhook, and says what is wrong if they do not match. */
export async function verify(call: Call): Promise<number> {
  const { printer, positionals } = call;
  const [path = '-'] = positionals;
  const file = await read(path);
  const secret = await secretOf(call, path);
  const request = readSavedRequest(file);
  const toleranceSeconds = wholeNumber(call, 'tolerance') ?? TOLERANCE_SECONDS;
  const nowSeconds = Date.now() / 1_000;
  const verdicts = diagnose({ request, secret, toleranceSeconds, nowSeconds });
  const isValid = verdicts.every(({ fault }) => fault === null);
  const schemes = verdicts.map(({ scheme, fault, words }) => ({
    scheme,
    valid: fault === null,
    fault,
    message: printer.say(words),
  }));
  const lines = schemes.map(
    ({ scheme, valid, message }) => `${valid ? 'ok ' : 'ERR'} ${NAMES[scheme]}: ${message}`,
  );
  printer.answer({ valid: isValid, schemes }, lines.join('\n'));
  return isValid ? 0 : 1;
}

const NAMES = {
  plain: 'X-Webhook-Signature',
  standard: 'Standard Webhooks (webhook-signature)',
} as const;

async function read(path: string): Promise<Uint8Array> {
  if (path === '-') return buffer(stdin);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError('unreadable_file', {
      pt: `${path} não pôde ser lido (${error.code ?? error.message}).`,
      en: `${path} cannot be read (${error.code ?? error.message}).`,
    });
  });
}

async function secretOf(call: Call, path: string): Promise<string> {
  const { terminal, printer } = call;
  const given = optional(call, 'secret') ?? terminal.config.webhookSecret;
  if (given !== undefined) return given;
  const question = printer.say({ pt: 'Segredo (não aparece): ', en: 'Secret (is not shown): ' });
  // Standard input may be the request itself.
  const typed = terminal.canAsk
    ? await terminal.ask(question, true)
    : path === '-'
      ? ''
      : (await terminal.readInput()).trim();
  if (typed !== '') return typed;
  throw new UsageError({
    pt: 'Falta o segredo: --secret, PONTE_WEBHOOK_SECRET ou a entrada padrão.',
    en: 'The secret is missing: --secret, PONTE_WEBHOOK_SECRET or the standard input.',
  });
}
