import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Scope } from '../../server/test/database.ts';
import { listen } from '../../server/test/listen.ts';

const SDK = join(import.meta.dirname, '..');
const ROOT = join(SDK, '..');

const run = promisify(execFile);

/** A project of an outsider: an empty directory in which the package was installed. */
export interface Project {
  readonly directory: string;
  /** What was published, from the package's root. */
  readonly files: readonly string[];
}

/** Packs the package as `npm publish` does, and installs it elsewhere without a network. */
export async function installPacked(scope: Scope): Promise<Project> {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-sdk-'));
  scope.after(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  // Building beside the sources would collide with another build running at the same time.
  const workspace = join(directory, 'workspace/sdk');
  await cp(SDK, workspace, { recursive: true, filter: (path) => !/\/(dist|test)$/.test(path) });
  await cp(join(ROOT, 'tsconfig.base.json'), join(dirname(workspace), 'tsconfig.base.json'));
  await symlink(join(ROOT, 'node_modules'), join(dirname(workspace), 'node_modules'));
  const report = await npm(workspace, ['pack', '--json', '--pack-destination', directory]);
  // npm's own report, after whatever its scripts print; there is one package.
  const [packed] = JSON.parse(report.slice(report.search(/^\[/m))) as [Packed];
  const project = join(directory, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const tarball = join(directory, packed.filename);
  const silent = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await npm(project, ['install', ...silent, '--cache', join(directory, 'cache'), tarball]);
  return { directory: project, files: packed.files.map(({ path }) => path) };
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** What npm printed on its standard output. */
export async function npm(cwd: string, args: readonly string[]): Promise<string> {
  // `npm test` names the npm it runs under; otherwise the one on the path is used.
  const own = process.env['npm_execpath'];
  const [command, first] = own === undefined ? ['npm', []] : [process.execPath, [own]];
  const { stdout } = await run(command, [...first, ...args], { cwd });
  return stdout;
}

/** The README's code blocks in order; the two languages differ only in their comments. */
export async function readSnippets(): Promise<{ pt: string[]; en: string[] }> {
  const text = await readFile(join(SDK, 'README.md'), 'utf8');
  const [pt = '', en = ''] = text.split('\n## English\n');
  const blocks = (part: string): string[] =>
    [...part.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code);
  return { pt: blocks(pt), en: blocks(en) };
}

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
