import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, cp, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../server/src/launch/free-port.ts';
import { ROOT } from '../repository.ts';
import { waitUntil } from '../smoke/processes.ts';
import type { Merchant } from './open-merchant.ts';
import { step } from './step.ts';

/** A shop, installed as its README says. */
export interface Shop {
  readonly url: string;
  readonly webhookUrl: string;
  /** Everything it has printed, across restarts. */
  readonly output: () => string;
  start(): Promise<void>;
  /** Stops it as a crash would. */
  kill(): Promise<void>;
  /** Stops it as a supervisor would. @throws Error if the shop does not exit by itself in time */
  stop(): Promise<void>;
}

interface Site {
  readonly place: string;
  /** The packed SDK. */
  readonly sdk: string;
  readonly merchant: Merchant;
}

const START_MS = 60_000;
const COMMAND_MS = 300_000;
const STOP_MS = 15_000;
/** What an earlier run in the checkout may have left there. */
const LEFTOVERS = /^(node_modules|\.next|\.env)$|\.(db|tgz|tsbuildinfo)$/;

/** Once it is published, `npm install @ponte/sdk` gives the same file. */
export async function packSdk(place: string): Promise<string> {
  const args = ['pack', '--workspace', 'sdk', '--pack-destination', place, '--json'];
  // npm's own format: one entry per package, by number or by name.
  const packed = JSON.parse(await npm(ROOT, args)) as Record<string, { filename: string }>;
  const [{ filename } = { filename: '' }] = Object.values(packed);
  return join(place, basename(filename));
}

export async function installExample(name: string, site: Site): Promise<Shop> {
  const { place, sdk, merchant } = site;
  const folder = join(place, name);
  await cp(join(ROOT, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !LEFTOVERS.test(basename(path)),
  });
  await copyFile(sdk, join(folder, basename(sdk)));
  await step('the example is installed', () => npm(folder, ['ci']));
  // npm has just read it.
  const { scripts = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>;
  };
  if (scripts['build'] !== undefined) {
    await step('the example is built', () => npm(folder, ['run', 'build']));
  }
  const port = await findFreePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const webhookUrl = `${url}/webhooks/ponte`;
  const settings = { PORT: String(port), PONTE_URL: merchant.url, PONTE_KEY: merchant.key };
  const line = await step("the example's webhook is registered", () =>
    npm(folder, ['run', '-s', 'register-webhook', '--', webhookUrl], settings),
  );
  const secret = /^PONTE_WEBHOOK_SECRET=(whsec_\S+)$/m.exec(line)?.[1];
  if (secret === undefined) throw new Error(`register-webhook printed ${line}`);
  // As while a secret is being changed: the new one before the old one.
  const secrets = `${secret}, whsec_${randomBytes(32).toString('base64')}`;
  return openShop(folder, url, { ...settings, PONTE_WEBHOOK_SECRET: secrets });
}

function openShop(folder: string, url: string, settings: Record<string, string>): Shop {
  let output = '';
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child;
    child = undefined;
    if (ending?.pid === undefined) return;
    // Its output ends when the last process that npm started has ended.
    const ended = once(ending, 'close').then(() => true);
    process.kill(-ending.pid, signal);
    const late = new AbortController();
    const isOver = await Promise.race([ended, pause(STOP_MS, false, { signal: late.signal })]);
    late.abort();
    if (!isOver) throw new Error(`The shop did not end by ${signal}.`);
  };
  return {
    url,
    webhookUrl: `${url}/webhooks/ponte`,
    output: () => output,
    start: async () => {
      const started = spawnNpm(folder, ['start'], settings);
      child = started;
      for (const stream of [started.stdout, started.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
      }
      await waitUntil('the shop answers', START_MS, async () => {
        if (started.exitCode !== null) throw new Error(`The shop ended:\n${output}`);
        return fetch(url).then(
          (answer) => answer.ok,
          () => false,
        );
      });
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Runs npm to its end. @returns its output @throws Error with its output */
async function npm(
  folder: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<string> {
  const child = spawnNpm(folder, args, settings);
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const late = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), COMMAND_MS);
  const [status] = await once(child, 'close').finally(() => clearTimeout(late));
  if (status === 0) return output;
  throw new Error(`npm ${args.join(' ')} failed:\n${output}${errors}`);
}

function spawnNpm(
  folder: string,
  args: readonly string[],
  settings: Record<string, string>,
): ChildProcess {
  // The suite's own npm settings are not the newcomer's; the registry is the machine's.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_(?!registry|cafile)|package|lifecycle)/i.test(name),
  );
  return spawn('npm', args, {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...settings, NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}
