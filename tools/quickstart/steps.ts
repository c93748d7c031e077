import type { CodeBlock } from '../../server/src/docs/code-blocks.ts';

/** What a reader of the page does next. */
export type Step =
  | { readonly kind: 'type'; readonly lines: string }
  | {
      readonly kind: 'open';
      readonly terminal: string;
      readonly lines: string;
      readonly until: string;
    }
  | { readonly kind: 'paste'; readonly terminal: string; readonly names: readonly string[] }
  | { readonly kind: 'save'; readonly file: string; readonly text: string }
  | { readonly kind: 'see'; readonly terminal: string | undefined; readonly shown: string };

/** The steps that a page asks for, in order; unmarked blocks are only for reading. */
export function stepsOf(blocks: readonly CodeBlock[]): Step[] {
  return blocks.flatMap(({ marks, text }): Step[] => {
    const file = marks.get('file');
    if (file !== undefined) return [{ kind: 'save', file, text: `${text}\n` }];
    if (marks.has('output')) return [{ kind: 'see', terminal: marks.get('terminal'), shown: text }];
    if (!marks.has('run')) return [];
    const from = marks.get('paste');
    if (from !== undefined) return [{ kind: 'paste', terminal: from, names: namesIn(text) }];
    const terminal = marks.get('terminal');
    if (terminal === undefined) return [{ kind: 'type', lines: text }];
    return [{ kind: 'open', terminal, lines: text, until: marks.get('until') ?? '' }];
  });
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/^export (\w+)=/gm)].map(([, name = '']) => name);
}

/** The last line that gives each name its value, as a reader copies it from the other terminal. */
export function exportsIn(printed: string, names: readonly string[]): string {
  return names
    .map((name) => {
      const lines = [...printed.matchAll(new RegExp(`^\\s*(export ${name}=.*)$`, 'gm'))];
      const line = lines.at(-1)?.[1];
      if (line === undefined) throw new Error(`No terminal has printed export ${name}=.`);
      return line.trim();
    })
    .join('\n');
}

const ID = String.raw`[a-z]+_[0-9a-z]+`;

/** The first line shown that was not printed; all must be printed in their order. */
export function missingLine(shown: string, printed: string): string | undefined {
  const lines = printed.split('\n');
  let at = 0;
  for (const line of shown.split('\n').filter((text) => text.trim() !== '')) {
    const expression = expressionOf(line.trim());
    const found = lines.findIndex((text, index) => index >= at && expression.test(text.trim()));
    if (found < 0) return line;
    at = found + 1;
  }
  return undefined;
}

/** Ids, times and numbers differ from run to run, and `…` stands for what is left out. */
function expressionOf(line: string): RegExp {
  const pattern = line
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\b[a-z]{2,5}_[0-9a-z]{20,}\b|\d+(?:[:.,\\-]*\d+)*/g, (found) =>
      found.includes('_') ? ID : String.raw`\d[\d:.,-]*`,
    )
    .replaceAll('…', '.*');
  return new RegExp(`^${pattern}$`);
}
