import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { findFreePort } from '../src/launch/free-port.ts';
import { isObject } from '../src/platform/json.ts';
import type { Scope } from './database.ts';
import { until } from './receiver.ts';

/** The Debian packages with the programs that WebKit is run by. */
const NEEDED = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' } as const;
/** How WebDriver names an element in its messages. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const TIMEOUT_MS = 20_000;

/** The engine of Safari and of every browser on an iPhone, in a desktop window. */
export interface WebKit {
  open(address: string): Promise<void>;
  setCookie(name: string, value: string): Promise<void>;
  /** The result of a script on the page. */
  ask(script: string): Promise<unknown>;
  /** Resolves once there is such an element. @param path XPath */
  waitFor(path: string): Promise<string>;
  press(path: string): Promise<void>;
  type(path: string, text: string): Promise<void>;
}

/** The Debian packages that are missing. */
export function missingForWebKit(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return Object.entries(NEEDED)
    .filter(([program]) => !folders.some((folder) => existsSync(join(folder, program))))
    .map(([, name]) => name);
}

export async function openWebKit(scope: Scope): Promise<WebKit> {
  const { display, server } = await openDisplay();
  const port = await findFreePort();
  const driver = spawn('WebKitWebDriver', [`--port=${String(port)}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display },
  });
  let session = '';
  scope.after(async () => {
    // The browser goes with its session, and needs the display until then.
    await send(session, 'DELETE', '').catch(() => undefined);
    await end(driver);
    await end(server);
  });
  const base = `http://127.0.0.1:${String(port)}`;
  await until(
    () =>
      fetch(`${base}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    TIMEOUT_MS,
  );
  const made = await send(base, 'POST', '/session', { capabilities: {} });
  const id = isObject(made) ? String(made['sessionId']) : '';
  session = `${base}/session/${id}`;
  await send(session, 'POST', '/window/rect', { width: 1_280, height: 900 });
  return pageOf(session);
}

function pageOf(session: string): WebKit {
  const post = (path: string, body: object) => send(session, 'POST', path, body);
  const run = (script: string, ...args: object[]) => post('/execute/sync', { script, args });
  const waitFor: WebKit['waitFor'] = async (path) => {
    let found: unknown;
    const look = async (): Promise<boolean> => {
      found = await post('/element', { using: 'xpath', value: path }).catch(() => undefined);
      return found !== undefined;
    };
    await until(look, TIMEOUT_MS).catch(async () => {
      throw new Error(`no ${path} in: ${String(await run('return document.body.innerText'))}`);
    });
    return isObject(found) ? String(found[ELEMENT]) : '';
  };
  return {
    open: async (url) => void (await post('/url', { url })),
    setCookie: async (name, value) => void (await post('/cookie', { cookie: { name, value } })),
    ask: (script) => run(script),
    waitFor,
    press: async (path) => {
      const element = await waitFor(path);
      await run('arguments[0].scrollIntoView({ block: "center" })', { [ELEMENT]: element });
      await post(`/element/${element}/click`, {});
    },
    type: async (path, text) =>
      void (await post(`/element/${await waitFor(path)}/value`, { text })),
  };
}

/** One WebDriver command, and the value of its response. */
async function send(base: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(base + path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const said: unknown = await answer.json();
  const value = isObject(said) ? said['value'] : undefined;
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
  return value;
}

/** A dedicated display, whose number the program chooses. */
async function openDisplay(): Promise<{ display: string; server: ChildProcess }> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer];
  return { display: `:${number.toString().trim()}`, server };
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
