/**
 * `npm run docs:quickstart`: does what the quickstart says, from scratch, block by block, in both
 * languages: a fresh copy of this tree, its start, a project with the SDK, a receiver. At the end a
 * deposit must be confirmed on that receiver. `-- --language en` runs one of them.
 */
import { chmod, copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { codeBlocksOf, readMarkdown } from '../server/src/docs/code-blocks.ts';
import { readGuides } from '../server/src/docs/read-guides.ts';
import { findFreePort } from '../server/src/launch/free-port.ts';
import { type Language, LANGUAGES } from '../server/src/refusals.ts';
import { checkReceiver } from './quickstart/check-receiver.ts';
import { exportsIn, missingLine, type Step, stepsOf } from './quickstart/steps.ts';
import { openTerminal, type Terminal } from './quickstart/terminals.ts';
import { projectFiles, ROOT } from './repository.ts';
import { differences } from './smoke/examples.ts';
import { endProcessesWith, waitUntil } from './smoke/processes.ts';
import { openShell, type Shell } from './smoke/shell.ts';
import { namesIn, readOptions } from './read-options.ts';
import { whenInterrupted } from './when-interrupted.ts';

const PAGE = 'quickstart';
/** The ports that the page names: Ponte's, and the receiver's. */
const PORTS = ['3000', '4000'] as const;
const WAIT_MS = 180_000;
const ENDING_MS = 20_000;

const values = readOptions({ language: { type: 'string' } });
const languages =
  values.language === undefined ? LANGUAGES : namesIn('language', values.language, LANGUAGES);
const interrupted = whenInterrupted();
for (const language of languages) await follow(language);

async function follow(language: Language): Promise<void> {
  const guide = readGuides()[language].get(PAGE);
  if (!guide) throw new Error(`There is no ${PAGE} in ${language}.`);
  const place = await realpath(await mkdtemp(join(tmpdir(), 'ponte-quickstart-')));
  // For root's database user, whose files would else be put, and left, under /var/lib.
  await chmod(place, 0o711);
  const startedAt = performance.now();
  try {
    await copyTree(join(place, 'ponte'));
    const reader = await openReader(place);
    try {
      const deposit = await Promise.race([takeAll(reader, guide.body), interrupted]);
      console.log(`✔ ${language}: ${deposit} is confirmed on the webhook, ${seconds(startedAt)}`);
    } finally {
      await reader.leave();
    }
  } finally {
    await endProcessesWith(place, ENDING_MS);
    await rm(place, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @returns the deposit that it leads to */
async function takeAll(reader: Reader, page: string): Promise<string> {
  for (const step of stepsOf(codeBlocksOf(readMarkdown(page)))) {
    const stepAt = performance.now();
    await reader.take(step);
    console.log(`  ✔ ${titleOf(step)} (${seconds(stepAt)})`);
  }
  return checkReceiver(await reader.account());
}

/** What a clone of this tree, as it is here, would contain. */
async function copyTree(target: string): Promise<void> {
  for (const file of projectFiles()) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await copyFile(join(ROOT, file), join(target, file));
  }
}

interface Reader {
  take(step: Step): Promise<void>;
  /** As the reader's own terminal has it. */
  account(): Promise<{ url: string; key: string }>;
  leave(): Promise<void>;
}

async function openReader(place: string): Promise<Reader> {
  const ports = new Map<string, number>();
  for (const port of PORTS) ports.set(port, await findFreePort());
  const shell = openShell(place, newcomersEnvironment(place, ports.get('3000') ?? 0));
  const terminals = new Map<string, Terminal>();
  let printed = '';
  const mapped = (text: string): string =>
    text.replaceAll(/\b(?:3000|4000)\b/g, (port) => String(ports.get(port) ?? port));
  const outputOf = (name: string | undefined): string =>
    name === undefined ? printed : (terminals.get(name)?.printed() ?? '');

  const take = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'type':
        printed = await shell.run(mapped(step.lines));
        return;
      case 'paste':
        await shell.run(exportsIn(outputOf(step.terminal), step.names));
        return;
      case 'save':
        await writeFile(join(await directoryOf(shell), step.file), mapped(step.text));
        return;
      case 'open': {
        const directory = await directoryOf(shell);
        const environment = await environmentOf(shell);
        const terminal = openTerminal(mapped(step.lines), directory, environment);
        terminals.set(step.terminal, terminal);
        await sees(`“${step.until}”`, terminal.printed, (text) => {
          if (terminal.hasEnded()) throw new Error(`[${step.terminal}] has ended.`);
          return text.includes(step.until);
        });
        return;
      }
      case 'see':
        await sees(
          `what is shown:\n${step.shown}`,
          () => outputOf(step.terminal),
          (text) => shows(mapped(step.shown), text),
        );
    }
  };
  return {
    take,
    account: async () => {
      const { PONTE_URL: url = '', PONTE_KEY: key = '' } = await environmentOf(shell);
      return { url, key };
    },
    leave: async () => {
      for (const terminal of [...terminals.values()].reverse()) await terminal.close();
      shell.close();
    },
  };
}

/** A newcomer has neither our variables nor those that npm adds while it runs a script. */
function newcomersEnvironment(place: string, port: number): NodeJS.ProcessEnv {
  const known = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(?!config_(registry|cache|userconfig)$)|INIT_CWD$|NODE|PONTE|PORT$|DATABASE)/.test(
        name,
      ),
  );
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules') && !folder.includes('node-gyp-bin'));
  return {
    ...Object.fromEntries(known),
    PATH: path.join(delimiter),
    PORT: String(port),
    TMPDIR: place,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_prefer_offline: 'true',
  };
}

async function directoryOf(shell: Shell): Promise<string> {
  return (await shell.run('pwd')).trim();
}

async function environmentOf(shell: Shell): Promise<NodeJS.ProcessEnv> {
  const entries = (await shell.run('env -0')).split('\0').filter(Boolean);
  return Object.fromEntries(
    entries.map((entry) => {
      const end = entry.indexOf('=');
      return [entry.slice(0, end), entry.slice(end + 1)];
    }),
  );
}

/** Another terminal may need a moment to print it. */
async function sees(
  what: string,
  printed: () => string,
  isThere: (text: string) => boolean,
): Promise<void> {
  await waitUntil(what, WAIT_MS, () => isThere(printed())).catch((error: unknown) => {
    throw new Error(`In vain: ${what}. Printed was:\n${printed()}`, { cause: error });
  });
}

function shows(shown: string, text: string): boolean {
  if (!/^[[{]/.test(shown)) return missingLine(shown, text) === undefined;
  try {
    return differences(JSON.parse(shown), JSON.parse(text)).length === 0;
  } catch {
    return false;
  }
}

function titleOf(step: Step): string {
  switch (step.kind) {
    case 'type':
      return `$ ${step.lines.split('\n').join(' ; ')}`;
    case 'open':
      return `[${step.terminal}] $ ${step.lines}`;
    case 'paste':
      return `export ${step.names.join(', ')} from [${step.terminal}]`;
    case 'save':
      return `saved ${step.file}`;
    case 'see':
      return `saw ${step.shown.split('\n').join(' ; ')}`;
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}
