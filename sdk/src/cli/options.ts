import { parseArgs, type ParseArgsConfig } from 'node:util';
import { PIX_KEY_TYPES } from '../withdrawals.ts';
import type { Words } from './words.ts';

interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** The placeholder for its value in the help. */
  readonly value?: string;
  readonly words: Words;
  /** The values that shells complete. */
  readonly choices?: readonly string[];
}

/** Every option of every command, defined once. */
export const OPTIONS = {
  help: { type: 'boolean', short: 'h', words: { pt: 'esta ajuda', en: 'this help' } },
  version: { type: 'boolean', words: { pt: 'a versão do pacote', en: 'the package’s version' } },
  output: {
    type: 'string',
    short: 'o',
    value: 'text|json',
    choices: ['text', 'json'],
    words: { pt: 'json: um documento, ou um por linha', en: 'json: one document, or one per line' },
  },
  profile: {
    type: 'string',
    value: 'NAME',
    words: { pt: 'qual acesso guardado usar', en: 'which saved profile to use' },
  },
  url: {
    type: 'string',
    value: 'URL',
    words: { pt: 'endereço do gateway', en: 'address of the gateway' },
  },
  'forward-to': {
    type: 'string',
    value: 'URL',
    words: { pt: 'o receptor local dos eventos', en: 'the local receiver of events' },
  },
  events: {
    type: 'string',
    value: 'KIND,…',
    words: { pt: 'só estes tipos de evento', en: 'only these kinds of events' },
  },
  name: {
    type: 'string',
    value: 'NAME',
    words: {
      pt: 'nome deste listener; o da máquina, se omitido',
      en: "this listener's name; by default the machine's",
    },
  },
  live: {
    type: 'boolean',
    words: { pt: 'aceita uma chave de produção', en: 'accept a live key' },
  },
  list: { type: 'boolean', words: { pt: 'mostra os casos', en: 'list the cases' } },
  after: {
    type: 'string',
    value: 'N',
    words: { pt: 'depois do evento de número N', en: 'after event number N' },
  },
  since: {
    type: 'string',
    value: 'TIME',
    words: {
      pt: 'desde quando: 2026-11-21T12:00:00Z, ou há quanto: 10m, 2h, 3d',
      en: 'since when: 2026-11-21T12:00:00Z, or how long ago: 10m, 2h, 3d',
    },
  },
  follow: {
    type: 'boolean',
    short: 'f',
    words: { pt: 'continua mostrando os novos', en: 'keep showing new ones' },
  },
  endpoint: {
    type: 'string',
    value: 'ID',
    words: {
      pt: 'qual endpoint; o listener desta máquina, se omitido',
      en: "which endpoint; by default this machine's listener",
    },
  },
  secret: {
    type: 'string',
    value: 'WHSEC',
    words: { pt: 'o segredo do endpoint', en: "the endpoint's secret" },
  },
  tolerance: {
    type: 'string',
    value: 'SECONDS',
    words: { pt: 'idade máxima da assinatura; 300', en: 'maximum age of the signature; 300' },
  },
  status: {
    type: 'string',
    value: '2xx|4xx|5xx|N',
    choices: ['2xx', '4xx', '5xx'],
    words: { pt: 'só as respondidas assim', en: 'only those answered with this' },
  },
  limit: {
    type: 'string',
    value: 'N',
    words: { pt: 'quantas no máximo', en: 'how many at most' },
  },
  amount: {
    type: 'string',
    value: 'CENTS',
    words: { pt: 'valor em centavos', en: 'amount in cents' },
  },
  'tax-id': {
    type: 'string',
    value: 'CPF|CNPJ',
    words: { pt: 'CPF ou CNPJ, sem pontuação', en: 'CPF or CNPJ, without punctuation' },
  },
  'pix-key': { type: 'string', value: 'KEY', words: { pt: 'chave Pix', en: 'Pix key' } },
  'pix-key-type': {
    type: 'string',
    value: 'TYPE',
    choices: PIX_KEY_TYPES,
    words: { pt: 'tipo da chave Pix', en: 'type of the Pix key' },
  },
  'idempotency-key': {
    type: 'string',
    value: 'KEY',
    words: { pt: 'para repetir o mesmo pedido', en: 'to repeat the same order' },
  },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;
export type Values = { readonly [Name in OptionName]?: string | boolean | undefined };

/** The options of every command. */
export const EVERYWHERE = ['output', 'help'] as const satisfies readonly OptionName[];

export function optionOf(name: OptionName): Option {
  return OPTIONS[name];
}

export type ParsedOptions = NonNullable<ParseArgsConfig['options']>;

/** In the format of `node:util`. */
export function parseOptions(): ParsedOptions {
  return Object.fromEntries(
    Object.entries<Option>(OPTIONS).map(([name, { type, short }]) => [
      name,
      { type, ...(short !== undefined && { short }) },
    ]),
  );
}

interface Token {
  readonly kind: string;
  readonly name?: string;
  readonly value?: string | undefined;
}

/** The words of a command, and the name of an option that was given twice. */
export function parseWords<const Options extends ParsedOptions>(
  argv: readonly string[],
  options: Options,
) {
  const args = joinNegatives(argv);
  const read = parseArgs({ args, options, allowPositionals: true, tokens: true });
  return { ...read, repeated: findRepeated(read.tokens) };
}

/** `--limit -1` as `--limit=-1`, since `node:util` takes any word with a dash for an option. */
function joinNegatives(argv: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of argv) {
    const before = joined.at(-1) ?? '';
    const isValue = /^-\d/.test(word) && /^--[a-z][a-z-]*$/.test(before);
    if (isValue) joined.splice(-1, 1, `${before}=${word}`);
    else joined.push(word);
  }
  return joined;
}

/** The name of an option that was given twice, since only its last value would count. */
function findRepeated(tokens: readonly Token[]): string | undefined {
  const seen = new Set<string>();
  return tokens.find(({ kind, name = '', value }) => {
    if (kind !== 'option' || value === undefined) return false;
    return seen.size === seen.add(name).size;
  })?.name;
}
