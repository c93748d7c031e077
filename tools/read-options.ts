import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

type Given<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/**
 * Parses a command's options. With `--help` the command prints what it takes and exits; so it does,
 * with status 2, if there is anything else.
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  options: Options,
): Given<Options>['values'] {
  return read(options, takes(options), false).values;
}

/** The same for a command that also takes paths. */
export function readOptionsAndPaths<const Options extends ParseArgsOptionsConfig>(
  options: Options,
): Given<Options> {
  return read(options, `${takes(options)}\n  path…`, true);
}

function read<const Options extends ParseArgsOptionsConfig>(
  options: Options,
  usage: string,
  allowPositionals: boolean,
): Given<Options> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options, allowPositionals });
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** The number given for an option; any other text ends the command with status 2. */
export function wholeNumber(option: string, text: string, least = 0): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  return refuse(`--${option} takes a whole number, ${String(least)} or more, and not “${text}”`);
}

/** The names given for an option, separated by commas; an unknown one ends the command with 2. */
export function namesIn<Name extends string>(
  option: string,
  text: string,
  known: readonly Name[],
): Name[] {
  return text.split(',').map((given) => {
    const name = known.find((candidate) => candidate === given.trim());
    return name ?? refuse(`--${option} takes some of ${known.join(', ')}, and not “${given}”`);
  });
}

function takes(options: ParseArgsOptionsConfig): string {
  const words = Object.entries(options).map(([name, { type, default: usual }]) => {
    const value = type === 'boolean' ? '' : ` ${typeof usual === 'string' ? usual : '…'}`;
    return `  --${name}${value}`;
  });
  return [words.length === 0 ? 'It takes no options.' : 'It takes, after “--”:', ...words].join(
    '\n',
  );
}

function refuse(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}
