import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { helpOf, overviewOf } from './help.ts';
import {
  EVERYWHERE,
  type OptionName,
  OPTIONS,
  type ParsedOptions,
  parseOptions,
  parseWords,
  type Values,
} from './options.ts';
import { type Format, openPrinter, printFault } from './print.ts';
import type { Terminal } from './terminal.ts';
import type { Verb } from './verb.ts';
import { VERBS } from './verbs.ts';
import { speak, UsageError } from './words.ts';

/** Runs a command. @returns 0: done, 1: refused or failed, 2: misused */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  const printer = openPrinter(terminal, formatIn(argv));
  try {
    const typed = readArguments(argv);
    const verb = findVerb(typed.positionals);
    if (!verb) {
      if (typed.values.version === true && typed.positionals.length === 0) {
        const version = readVersion();
        printer.answer({ version }, version);
        return 0;
      }
      if (typed.positionals.length > 0 && typed.positionals[0] !== 'help') throw unknown(typed);
      terminal.print(overviewOf(VERBS, speak(terminal.config.language)));
      return typed.positionals.length > 0 || typed.values.help === true ? 0 : 2;
    }
    if (typed.values.help === true) {
      terminal.print(helpOf(verb, printer.say));
      return 0;
    }
    const positionals = typed.positionals.slice(verb.name.split(' ').length);
    refuseOthers(verb, typed.values, positionals);
    const call = { terminal, printer, values: typed.values, positionals, verbs: VERBS };
    return (await verb.run(call)) ?? 0;
  } catch (error) {
    return printFault(terminal, printer, error);
  }
}

/**
 * Whether it is one of these commands, wherever its options are; the operator has others.
 * @param others the operator's options, whose values are not commands either
 */
export function isVerb(argv: readonly string[], others: ParsedOptions): boolean {
  const options = { ...others, ...parseOptions() };
  const read = { args: [...argv], options, allowPositionals: true, strict: false };
  return findVerb(parseArgs(read).positionals) !== undefined;
}

export function namesOfVerbs(): string[] {
  return VERBS.map(({ name }) => name);
}

/** Not by an import, of which Node 20 warns that JSON is experimental. */
function readVersion(): string {
  const read = createRequire(import.meta.url);
  return (read('../../package.json') as { readonly version: string }).version;
}

interface Typed {
  readonly values: Values;
  readonly positionals: readonly string[];
}

function readArguments(argv: readonly string[]): Typed {
  const { values, positionals, repeated } = parse(argv);
  if (repeated !== undefined) {
    throw new UsageError({
      pt: `Informe --${repeated} uma só vez.`,
      en: `Give --${repeated} only once.`,
    });
  }
  // Only options from the table were parsed, each with its type.
  return { values: values as Values, positionals };
}

function parse(argv: readonly string[]) {
  try {
    return parseWords(argv, parseOptions());
  } catch (error) {
    const [message = ''] = error instanceof Error ? error.message.split(/\. |\.?\n/) : [];
    throw new UsageError({ pt: `Opção errada: ${message}.`, en: `Wrong option: ${message}.` });
  }
}

/** Determined before parsing, so that a mistake is reported in the requested format. */
function formatIn(argv: readonly string[]): Format {
  const isJson = argv.some(
    (word, place) =>
      /^(-o=?|--output=)json$/.test(word) ||
      (word === 'json' && /^(-o|--output)$/.test(argv[place - 1] ?? '')),
  );
  return isJson ? 'json' : 'text';
}

function findVerb([first = '', second = '']: readonly string[]): Verb | undefined {
  return (
    VERBS.find(({ name }) => name === `${first} ${second}`) ??
    VERBS.find(({ name }) => name === first)
  );
}

function unknown({ positionals }: Typed): UsageError {
  const name = positionals.slice(0, 2).join(' ');
  return new UsageError({
    pt: `Não há o comando "${name}"; veja ponte --help.`,
    en: `There is no command "${name}"; see ponte --help.`,
  });
}

function refuseOthers(verb: Verb, values: Values, positionals: readonly string[]): void {
  const takes: readonly OptionName[] = [...verb.options, ...EVERYWHERE];
  // Only options from the table were parsed.
  const other = (Object.keys(OPTIONS) as OptionName[]).find(
    (name) => values[name] !== undefined && !takes.includes(name),
  );
  if (other !== undefined) {
    throw new UsageError({
      pt: `${verb.name} não tem --${other}; veja ponte ${verb.name} --help.`,
      en: `${verb.name} takes no --${other}; see ponte ${verb.name} --help.`,
    });
  }
  if (values.output !== undefined && values.output !== 'json' && values.output !== 'text') {
    throw new UsageError({ pt: '-o pede text ou json.', en: '-o takes text or json.' });
  }
  const needed = verb.takes.filter((word) => !word.startsWith('['));
  if (positionals.length < needed.length || positionals.length > verb.takes.length) {
    const usage = [verb.name, ...verb.takes].join(' ');
    throw new UsageError({ pt: `Uso: ponte ${usage}`, en: `Usage: ponte ${usage}` });
  }
}
