export interface Example {
  /** Shell lines exactly as a reader pastes them. */
  readonly command: string;
  /** The JSON that the document shows below it, if any. */
  answer: unknown;
}

const BLOCK = /(<!-- run -->\s*)?^```(sh|json)\n([\s\S]*?)^```$/gm;

/**
 * The commands of a document in order: each `sh` block below `<!-- run -->`, with the `json` block
 * that follows as its expected output.
 */
export function examplesIn(markdown: string): Example[] {
  const examples: Example[] = [];
  let open: Example | undefined;
  for (const [, mark, language, body = ''] of markdown.matchAll(BLOCK)) {
    if (language === 'json') {
      if (open) open.answer = JSON.parse(body);
      open = undefined;
    } else {
      open = mark === undefined ? undefined : { command: body.trim(), answer: undefined };
      if (open) examples.push(open);
    }
  }
  return examples;
}

/** The lines of unmarked `sh` blocks; something else has to run those. */
export function unmarkedLines(markdown: string): string[] {
  return [...markdown.matchAll(BLOCK)]
    .filter(([, mark, language]) => mark === undefined && language === 'sh')
    .flatMap(([, , , body = '']) => body.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '');
}

/** The commands among the lines of a banner: `export …`, `curl …` and `NAME=$(…)`. */
export function commandsIn(banner: string): string[] {
  const joined = banner.replace(/\\\n\s*/g, '');
  return joined
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(export \w+=|curl |\w+=\$\()/.test(line));
}

/** A read-only command may be repeated until it shows what the reader is promised. */
export function onlyReads(command: string): boolean {
  return /^curl /.test(command) && !/ (-X|-d|-F|--data\S*|--json|--request)\b/.test(command);
}

/**
 * How a response differs from the one that a document shows: other fields, other kinds of value, or
 * another number, boolean or `status`. Ids, times and codes differ from run to run.
 */
export function differences(shown: unknown, real: unknown, at = 'answer'): string[] {
  if (kindOf(shown) !== kindOf(real)) return [`${at} is ${kindOf(real)}, not ${kindOf(shown)}`];
  if (isRecord(shown) && isRecord(real)) {
    return [...new Set([...Object.keys(shown), ...Object.keys(real)])].flatMap((key) => {
      const path = `${at}.${key}`;
      if (!(key in shown)) return [`${path} is not shown`];
      if (!(key in real)) return [`${path} is missing`];
      // New blocks arrive all the time.
      if (key === 'confirmations') return kindOf(real[key]) === 'number' ? [] : [`${path} is none`];
      if (key === 'status' && shown[key] !== real[key]) return [`${path} is ${String(real[key])}`];
      return differences(shown[key], real[key], path);
    });
  }
  if (Array.isArray(shown) && Array.isArray(real)) {
    if (shown.length !== real.length) return [`${at} has ${real.length} elements`];
    return shown.flatMap((element, index) => differences(element, real[index], `${at}[${index}]`));
  }
  return typeof shown === 'string' || shown === real ? [] : [`${at} is ${String(real)}`];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === 'object';
}
