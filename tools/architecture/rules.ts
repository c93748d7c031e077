import { basename, dirname } from 'node:path/posix';
import { acyclic, noFile, noImport, type Rule } from './rule.ts';
import { foreignWrite } from './tables.ts';
import type { SourceFile } from './tree.ts';

/** The processes' entry points: only they import the leaves, and nothing else imports them. */
const ENTRY =
  /^server\/src\/(api|session-api|agent-api|worker|cli|open-app|openapi|welcome|launch\/launch)\.ts$/;
const LEAF = /^server\/src\/(.+\/(routes|jobs|(?:\w+-)?commands)\.ts$|provider\/[^/]+\/)/;
const PLATFORM = /^server\/src\/platform\//;
const VOCABULARY = /^server\/src\/(money|ids|durations|errors|refusals|step)\.ts$/;
const STORE = /\/store\.ts$/;
const IMPURE_PACKAGE = /^(node:(http|https|http2|net|fs|child_process)|fastify|pg|undici)$/;

const WORKSPACES = ['server', 'simulator', 'dashboard', 'sdk'];
/**
 * What integrators get without dependencies, to run anywhere: everything except the command line.
 */
const SDK_CLIENT = /^sdk\/src\/(?!cli\/)/;
const PAYMENT_WORD = /deposit|withdraw|wallet|charge|liquid|depix|pix(?!el)/i;
const VAGUE_NAME = /^(utils?|helpers?|common|shared|types|misc)$/;

/**
 * What may import what, and how things are named; tests only have to keep the last three rules.
 * Limits on the length of files and functions are in eslint.config.js.
 */
export const RULES: Rule[] = [
  acyclic('files have no import cycles', (path) => path),
  acyclic('folders have no import cycles', folderOf),
  acyclic('nouns have no import cycles', nounOf),

  noImport('only entry points import routes, jobs, commands and vendor adapters', {
    from: (path) => !ENTRY.test(path),
    to: ({ path }, from) => LEAF.test(path) && !sameVendor(path, from),
  }),
  noImport('only entry points import an entry point', {
    from: (path) => !ENTRY.test(path),
    to: ({ path }) => ENTRY.test(path),
  }),
  noImport('platform/ imports no project code except itself and the vocabulary', {
    from: (path) => PLATFORM.test(path),
    to: ({ path }) => path !== '' && !PLATFORM.test(path) && !VOCABULARY.test(path),
  }),
  noImport(
    'the vocabulary (money, ids, durations, errors, refusals, step) imports no project code except itself',
    {
      from: (path) => VOCABULARY.test(path),
      to: ({ path }) => path !== '' && !VOCABULARY.test(path),
    },
  ),
  noImport('app.ts imports types only', {
    from: (path) => path === 'server/src/app.ts',
    to: ({ typeOnly }) => !typeOnly,
  }),
  noImport('a noun file imports no database, network or framework', {
    from: isNoun,
    to: ({ specifier, path }) =>
      IMPURE_PACKAGE.test(specifier) || PLATFORM.test(path) || STORE.test(path),
  }),
  noFile('platform/ contains no payment terms', ({ path, code, isTest }) =>
    PLATFORM.test(path) && !isTest ? PAYMENT_WORD.exec(code)?.[0] : undefined,
  ),
  noFile('a table is written only in its own folder', foreignWrite),

  noImport('server, simulator, dashboard and sdk do not import each other', {
    from: () => true,
    to: ({ specifier, path }, from) =>
      otherWorkspace(from).test(path || specifier) && !isLentAcross(from, path),
    evenInTests: true,
  }),
  noImport('the client in sdk/ imports only its own files', {
    from: (path) => SDK_CLIENT.test(path),
    to: ({ path }) => !SDK_CLIENT.test(path),
  }),
  noFile('only the dashboard has markup in its sources', ({ path }) =>
    path.endsWith('.tsx') && !path.startsWith('dashboard/') ? path : undefined,
  ),
  noFile('no barrel file except the package entry', ({ path }) =>
    basename(path) === 'index.ts' && path !== 'sdk/src/index.ts' ? path : undefined,
  ),
  noFile('a file name describes its content', ({ path }) =>
    path.split(/[/.]/).find((part) => VAGUE_NAME.test(part)),
  ),
];

/** One line for each violation, naming the file and the rule. */
export function breachesOf(tree: SourceFile[]): string[] {
  return RULES.flatMap((rule) => rule.breaches(tree).map((breach) => `${breach}: ${rule.name}`));
}

/** Files beside the entry points belong to no folder. */
function folderOf(path: string): string | undefined {
  const folder = dirname(path);
  return folder === 'server/src' || !folder.startsWith('server/src/') ? undefined : folder;
}

/** A noun including its subfolders: `provider/eulen/client.ts` belongs to `provider`. */
function nounOf(path: string): string | undefined {
  return folderOf(path)?.split('/').slice(0, 3).join('/');
}

/** `deposits/deposit.ts`: the file named after its folder, in the singular. */
function isNoun(path: string): boolean {
  const folder = basename(dirname(path));
  const singular = folder
    .replace(/ies$/, 'y')
    .replace(/(ss)es$/, '$1')
    .replace(/([^s])s$/, '$1');
  return singular !== folder && basename(path) === `${singular}.ts`;
}

function sameVendor(one: string, other: string): boolean {
  return one.includes('/provider/') && dirname(one) === dirname(other);
}

/** The operator's command runs the integrators' one, and the client is tested on a real gateway. */
function isLentAcross(from: string, to: string): boolean {
  return (
    (/^server\/src\/.+\/commands\.ts$/.test(from) && to.startsWith('sdk/src/cli/')) ||
    (from.startsWith('sdk/test/') && to.startsWith('server/test/'))
  );
}

function otherWorkspace(path: string): RegExp {
  const [own = ''] = path.split('/');
  const others = WORKSPACES.filter((name) => name !== own).join('|');
  return new RegExp(`^(?:(?:${others})/|@ponte/(?:${others}))`);
}
