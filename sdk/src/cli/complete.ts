import { EVERYWHERE, type OptionName, optionOf } from './options.ts';
import type { Call, Verb } from './verb.ts';
import { UsageError } from './words.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Prints a shell's completion script, generated from the table of verbs. */
export async function complete({ terminal, positionals, verbs, printer }: Call): Promise<void> {
  const [shell] = positionals;
  const script = { bash: bashOf, zsh: zshOf, fish: fishOf };
  if (shell !== 'bash' && shell !== 'zsh' && shell !== 'fish') {
    const shells = SHELLS.join(', ');
    throw new UsageError({ pt: `Escolha: ${shells}.`, en: `Choose one of ${shells}.` });
  }
  const text = script[shell](verbs);
  if (printer.format === 'json') printer.answer({ shell, script: text }, text);
  else terminal.print(text);
}

/**
 * The words that may follow those typed so far: after `''` the first, after `deposits` the second.
 */
function wordsAfter(verbs: readonly Verb[]): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const { name } of verbs) {
    const words = name.split(' ');
    words.forEach((word, place) => {
      const before = words.slice(0, place).join(' ');
      const known = next.get(before) ?? [];
      if (!known.includes(word)) next.set(before, [...known, word]);
    });
  }
  return next;
}

function flagsOf({ options }: Verb): string[] {
  return [...options, ...EVERYWHERE].map((name) => `--${name}`);
}

const choicesOf = (name: OptionName): readonly string[] => optionOf(name).choices ?? [];

function bashOf(verbs: readonly Verb[]): string {
  return [
    '_ponte() {',
    '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" said="" i offer=""',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    `    case "\${COMP_WORDS[i-1]}" in ${valuedOf(verbs).join('|')}) continue ;; esac`,
    '    case "${COMP_WORDS[i]}" in -*) ;; *) said="${said:+$said }${COMP_WORDS[i]}" ;; esac',
    '  done',
    '  case "$before" in',
    ...choiceCases(verbs),
    '  esac',
    '  if [ -z "$offer" ]; then case "$said" in',
    ...[...wordsAfter(verbs)].map(
      ([before, words]) => `    "${before}") offer="${words.join(' ')}" ;;`,
    ),
    ...verbs.map((verb) => `    "${verb.name}"*) ${offerIn(verb)} ;;`),
    '  esac; fi',
    '  COMPREPLY=($(compgen -W "$offer" -- "$word"))',
    '}',
    'complete -o bashdefault -o default -F _ponte ponte',
  ].join('\n');
}

/** Options that take a value, which is not a word of the command. */
function valuedOf(verbs: readonly Verb[]): string[] {
  return allOptions(verbs)
    .filter((name) => optionOf(name).type === 'string')
    .flatMap(spellingsOf);
}

function choiceCases(verbs: readonly Verb[]): string[] {
  return allOptions(verbs)
    .filter((name) => choicesOf(name).length > 0)
    .map((name) => `    ${spellingsOf(name).join('|')}) offer="${choicesOf(name).join(' ')}" ;;`);
}

function allOptions(verbs: readonly Verb[]): OptionName[] {
  return [...new Set(verbs.flatMap(({ options }) => [...options, ...EVERYWHERE]))];
}

function spellingsOf(name: OptionName): string[] {
  const { short } = optionOf(name);
  return short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`];
}

function offerIn(verb: Verb): string {
  const named = verb.offers === undefined || verb.offers === 'files' ? [] : verb.offers;
  return `offer="${[...named, ...flagsOf(verb)].join(' ')}"`;
}

/** The same script: zsh can run bash completions. */
function zshOf(verbs: readonly Verb[]): string {
  return ['#compdef ponte', 'autoload -U +X bashcompinit && bashcompinit', bashOf(verbs)].join(
    '\n',
  );
}

function fishOf(verbs: readonly Verb[]): string {
  const lines = [...wordsAfter(verbs)].flatMap(([before, words]) =>
    words.map((word) => {
      const when = before === '' ? '__fish_use_subcommand' : seen(before);
      return `complete -c ponte -n '${when}' -f -a ${word}`;
    }),
  );
  const options = verbs.flatMap((verb) => [
    ...(Array.isArray(verb.offers) && verb.offers.length > 0
      ? [`complete -c ponte -n '${seen(verb.name)}' -f -a '${verb.offers.join(' ')}'`]
      : []),
    ...[...verb.options, ...EVERYWHERE].map((name) => fishOption(verb, name)),
  ]);
  return [...lines, ...options].join('\n');
}

const seen = (name: string): string =>
  name
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');

function fishOption(verb: Verb, name: OptionName): string {
  const { short, type } = optionOf(name);
  const choices = choicesOf(name);
  return [
    `complete -c ponte -n '${seen(verb.name)}' -l ${name}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    ...(type === 'string' ? ['-r'] : []),
    ...(choices.length > 0 ? [`-f -a '${choices.join(' ')}'`] : []),
  ].join(' ');
}
