import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Scope } from '../../server/test/database.ts';
import { until } from '../../server/test/receiver.ts';
import { readConfig } from '../src/cli/config.ts';
import { runCli } from '../src/cli/run.ts';

const BIN = join(import.meta.dirname, '../src/cli/main.ts');

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

/** What gives a command a merchant's key, without a profile. */
export function accessOf({ key }: { readonly key: string }, url: string): Record<string, string> {
  return { PONTE_URL: url, PONTE_API_KEY: key };
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in its own process, and returns its output once it has exited. */
export async function ponteProcess(
  home: string,
  args: readonly string[],
  { env = {}, input = '' }: Surroundings = {},
): Promise<Ended> {
  const child = start(home, args, env);
  const printed = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (printed.out += part));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (printed.err += part));
  child.stdin?.on('error', () => undefined).end(input);
  // The type does not say what `close` carries: the exit code comes first.
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...printed };
}

/** The same within this process, without a terminal for prompts. */
export async function ponte(
  home: string,
  args: readonly string[],
  { env = {}, input = '' }: Surroundings = {},
): Promise<Ended> {
  const printed = { out: '', err: '' };
  const config = readConfig({ LANG: 'en_US.UTF-8', XDG_CONFIG_HOME: home, ...env });
  const code = await runCli(args, {
    ...{ config, canAsk: false },
    print: (line) => void (printed.out += `${line}\n`),
    printError: (line) => void (printed.err += `${line}\n`),
    ask: () => Promise.reject(new Error('no terminal to ask')),
    readInput: async () => String(input),
    onInterrupt: () => undefined,
  });
  return { code, ...printed };
}

/** A command that runs until it is stopped, with every line of JSON it has printed. */
export interface Running {
  readonly lines: readonly Record<string, unknown>[];
  /** The first line that matches, once it is printed. */
  prints(matches: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  /** @returns the exit code, or the signal that killed it */
  end(signal?: NodeJS.Signals): Promise<number | string>;
  readonly ended: Promise<number | string>;
}

/** Generous: the machine may be very busy. */
const PATIENCE_MS = 60_000;

export function run(
  scope: Scope,
  home: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Running {
  const child = start(home, [...args, '-o', 'json'], env);
  const lines: Record<string, unknown>[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    // Every line is an object: that is what the format promises.
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(JSON.parse(line) as Record<string, unknown>);
    });
  }
  const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]) => {
    return code ?? signal ?? 'gone';
  });
  scope.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    ...{ lines, ended },
    prints: async (matches) => {
      await until(() => lines.some(matches), PATIENCE_MS);
      return lines.find(matches) ?? {};
    },
    end: (signal = 'SIGINT') => {
      child.kill(signal);
      return ended;
    },
  };
}

function start(
  home: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [BIN, ...args], {
    env: { PATH, LANG: 'en_US.UTF-8', XDG_CONFIG_HOME: home, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** A folder that is removed when the scope ends. */
export async function openHome(scope: Scope): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'ponte-cli-'));
  scope.after(() => rm(home, { recursive: true, force: true }));
  return home;
}
