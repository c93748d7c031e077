import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { LANGUAGES } from '../refusals.ts';
import { type CodeBlock, codeBlocksOf, readMarkdown } from './code-blocks.ts';
import { readGuides } from './read-guides.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PLACE = join(ROOT, 'server', 'src', 'docs');

const guides = readGuides();
const blocks = LANGUAGES.flatMap((language) =>
  [...guides[language]].flatMap(([name, { body }]) =>
    codeBlocksOf(readMarkdown(body)).map((block, at) => ({
      ...block,
      title: `${language}-${name}-${String(at + 1)}`,
    })),
  ),
);

test('every example in JavaScript, TypeScript and JSON parses', () => {
  const wrong = blocks.flatMap(({ title, language, text }) => {
    if (language === 'json') return isJson(text) ? [] : [`${title}: no JSON`];
    if (language !== 'js' && language !== 'ts') return [];
    const { diagnostics = [] } = ts.transpileModule(text, {
      fileName: `${title}.${language}`,
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
    });
    return diagnostics.map(({ messageText }) => `${title}: ${say(messageText)}`);
  });
  assert.deepEqual(wrong, []);
});

/** Whether the text is JSON apart from what `…` leaves out. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text.replaceAll(/,?\s*…\s*/g, ''));
    return true;
  } catch {
    return false;
  }
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules', '@types')],
  paths: {
    '@ponte/sdk': [join(ROOT, 'sdk', 'src', 'index.ts')],
    '@ponte/sdk/webhooks': [join(ROOT, 'sdk', 'src', 'webhooks.ts')],
  },
  strict: true,
  noEmit: true,
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

/** What the reader of any example has already. */
const GIVEN = `import type { Ponte } from '@ponte/sdk';
declare global { const ponte: Ponte; }
`;

test('every example marked to be checked compiles against the SDK', () => {
  const files = new Map([[join(PLACE, 'given.d.ts'), GIVEN]]);
  for (const block of blocks) {
    if (isChecked(block)) files.set(join(PLACE, `${block.title}.${block.language}`), block.text);
  }
  assert.ok(files.size > 1, 'no example is checked');
  const program = ts.createProgram([...files.keys()], OPTIONS, hostOf(files));
  const wrong = [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    return ts.getPreEmitDiagnostics(program, source).map(({ messageText, start }) => {
      const line =
        source && start !== undefined ? source.getLineAndCharacterOfPosition(start).line : 0;
      return `${path.slice(dirname(path).length + 1)}, line ${String(line + 1)}: ${say(messageText)}`;
    });
  });
  assert.deepEqual(wrong, []);
});

function isChecked({ language, marks }: CodeBlock): boolean {
  return marks.has('check') && (language === 'ts' || language === 'js');
}

/** A compiler host that serves the examples from memory. */
function hostOf(files: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  return {
    ...host,
    fileExists: (path) => files.has(path) || host.fileExists(path),
    readFile: (path) => files.get(path) ?? host.readFile(path),
    getSourceFile: (path, target, ...rest) => {
      const text = files.get(path);
      if (text === undefined) return host.getSourceFile(path, target, ...rest);
      return ts.createSourceFile(path, text, target);
    },
  };
}

function say(message: string | ts.DiagnosticMessageChain): string {
  return ts.flattenDiagnosticMessageText(message, ' ');
}
