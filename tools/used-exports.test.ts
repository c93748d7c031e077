import assert from 'node:assert/strict';
import { dirname, join } from 'node:path/posix';
import { test } from 'node:test';
import { projectFiles, readText } from './repository.ts';

const EXPORTED = /^export (?:async )?(?:function\*?|const|class|(type|interface)) (\w+)/gm;
const IMPORTED = /\b(?:import|export)(?: type)? (?:\{([^}]*)\}|\* as (\w+)) from '(\.[^']+)'/g;
const LOADED = /\bimport\(\s*'(\.[^']+)'/g;

const OTHERWISE_USED: readonly RegExp[] = [
  // The simulation loads such a file in the place of another, and its mutants use one name more.
  /^server\/test\/simulation\/(?:memory\/[\w-]+|crypto)\.ts#/,
  // By the framework.
  /^examples\/next-shop\/.*#(?:metadata|GET|POST|register)$/,
  // One type for each schema.
  /^dashboard\/src\/api\/operations\.ts#/,
  // In the text of a program that is written down or shown.
  /^(?:dashboard\/src\/webhooks\/snippets\.ts#isFromPonte|sdk\/test\/package\.long\.test\.ts#seen)$/,
  /^tools\/group-tests\.ts#runGroup$/,
];

test('every export is imported by another file, and a type at least used in its own', () => {
  const sources = projectFiles()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readText(path) }));
  const paths = new Set(sources.map(({ path }) => path));
  const used = new Set(sources.flatMap((source) => importsOf(source, paths)));
  const unused = sources.flatMap(({ path, text }) =>
    [...text.matchAll(EXPORTED)]
      // A function that is called elsewhere may take or return it.
      .filter(([, type, name = '']) => !type || occurrences(text, name) === 1)
      .map(([, , name = '']) => `${path}#${name}`),
  );
  assert.deepEqual(
    unused.filter((name) => !used.has(name) && !OTHERWISE_USED.some((one) => one.test(name))),
    [],
  );
});

interface Source {
  readonly path: string;
  readonly text: string;
}

/** The names that a file imports, each behind the path of the file it is from. */
function importsOf({ path, text }: Source, paths: ReadonlySet<string>): string[] {
  const pathOf = (specifier: string): string => {
    const plain = join(dirname(path), specifier);
    return ['', '.ts', '.tsx'].map((ending) => plain + ending).find((one) => paths.has(one)) ?? '';
  };
  const imported = [...text.matchAll(IMPORTED)].flatMap(([, list, all, specifier = '']) => {
    const names = list === undefined ? membersOf(text, all) : namesIn(list);
    return names.map((name) => `${pathOf(specifier)}#${name}`);
  });
  const loaded = [...text.matchAll(LOADED)].flatMap(([, specifier = '']) =>
    (text.match(/\w+/g) ?? []).map((word) => `${pathOf(specifier)}#${word}`),
  );
  return [...imported, ...loaded];
}

function namesIn(list: string): string[] {
  return list.split(',').map((one) => /^\s*(?:type )?(\w+)/.exec(one)?.[1] ?? '');
}

function membersOf(text: string, namespace = ''): string[] {
  const uses = text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, 'g'));
  return [...uses].map(([, name = '']) => name);
}

function occurrences(text: string, name: string): number {
  return text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;
}
