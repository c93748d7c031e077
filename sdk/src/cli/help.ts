import { EVERYWHERE, type OptionName, optionOf } from './options.ts';
import type { Verb } from './verb.ts';
import type { Say } from './words.ts';

/** All commands, one per line. */
export function overviewOf(verbs: readonly Verb[], say: Say): string {
  const width = Math.max(...verbs.map((verb) => usageOf(verb).length)) + 2;
  const lines = verbs.map((verb) => `  ${usageOf(verb).padEnd(width)}${say(verb.help)}`);
  return [
    say({ pt: 'ponte <comando> [opções]', en: 'ponte <command> [options]' }),
    '',
    ...lines,
    '',
    say({
      pt: 'ponte <comando> --help mostra as opções; ponte --version, a versão. Saída: 0 feito, 1 recusado ou falhou, 2 uso errado.',
      en: 'ponte <command> --help shows the options; ponte --version the version. Exit: 0 done, 1 refused or failed, 2 misused.',
    }),
  ].join('\n');
}

export function helpOf(verb: Verb, say: Say): string {
  const names: readonly OptionName[] = [...verb.options, ...EVERYWHERE];
  const rows = names.map((name) => [spelled(name), say(optionOf(name).words)] as const);
  const width = Math.max(...rows.map(([option]) => option.length)) + 2;
  return [
    `ponte ${usageOf(verb)} ${say({ pt: '[opções]', en: '[options]' })}`,
    '',
    say(verb.help),
    '',
    ...rows.map(([option, words]) => `  ${option.padEnd(width)}${words}`),
    ...(verb.more ? ['', say(verb.more)] : []),
  ].join('\n');
}

function usageOf({ name, takes }: Verb): string {
  return [name, ...takes].join(' ');
}

function spelled(name: OptionName): string {
  const { short, value } = optionOf(name);
  const dashes = short === undefined ? `    --${name}` : `-${short}, --${name}`;
  return value === undefined ? dashes : `${dashes} ${value}`;
}
