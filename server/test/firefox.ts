import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { isObject } from '../src/platform/json.ts';
import type { Scope } from './database.ts';
import { until } from './receiver.ts';
import { end, type WebKit } from './webkit.ts';

const NAMES = ['firefox', 'firefox-esr'];
const TIMEOUT_MS = 20_000;

/** Nothing of what the browser asks its makers for leaves this machine. */
const SETTINGS = `
user_pref('network.proxy.type', 1);
user_pref('network.proxy.http', '127.0.0.1');
user_pref('network.proxy.http_port', 9);
user_pref('network.proxy.ssl', '127.0.0.1');
user_pref('network.proxy.ssl_port', 9);
user_pref('intl.accept_languages', 'pt-BR');
`;

/** Firefox without a window; it is asked what the WebKit of the other tests is asked. */
export interface Firefox extends Omit<WebKit, 'setCookie'> {
  /** Errors that pages have printed or thrown. */
  readonly errors: readonly string[];
}

/** Where Firefox is installed, if it is. */
export function findFirefox(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path));
}

export async function openFirefox(scope: Scope, program: string): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'ponte-firefox-'));
  await writeFile(join(profile, 'user.js'), SETTINGS);
  const options = ['--headless', '--no-remote', '--remote-debugging-port', '0'];
  const browser = spawn(program, [...options, '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  let socket: WebSocket | undefined;
  scope.after(async () => {
    socket?.close();
    await end(browser);
    await rm(profile, { recursive: true, force: true });
  });
  socket = new WebSocket(`${await addressOf(browser)}/session`);
  await once(socket, 'open');
  return pageOf(openCalls(socket));
}

/** The line in which it names the address where it takes commands. */
async function addressOf(browser: ChildProcess): Promise<string> {
  if (!browser.stderr) throw new Error('nothing is read from Firefox');
  const lines = createInterface(browser.stderr);
  for await (const line of lines) {
    const [, address] = /^WebDriver BiDi listening on (ws:\S+)$/.exec(line) ?? [];
    if (address === undefined) continue;
    // A pipe that nobody reads would stop it once it is full.
    browser.stderr.resume();
    return address;
  }
  throw new Error('Firefox ended before it took commands');
}

interface Calls {
  readonly call: (method: string, params: object) => Promise<Record<string, unknown>>;
  readonly errors: readonly string[];
}

/** WebDriver BiDi: numbered commands and their results, and events. */
function openCalls(socket: WebSocket): Calls {
  const waiting = new Map<unknown, (message: Record<string, unknown>) => void>();
  const errors: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    if (!isObject(message)) return;
    waiting.get(message['id'])?.(message);
    const { method, params } = message;
    if (method !== 'log.entryAdded' || !isObject(params)) return;
    if (params['level'] === 'error') errors.push(String(params['text']));
  });
  let last = 0;
  const call: Calls['call'] = async (method, params) => {
    const id = (last += 1);
    const answer = new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answer;
    waiting.delete(id);
    if (type !== 'success' || !isObject(result)) throw new Error(`${method}: ${String(message)}`);
    return result;
  };
  return { call, errors };
}

async function pageOf({ call, errors }: Calls): Promise<Firefox> {
  await call('session.new', { capabilities: {} });
  await call('session.subscribe', { events: ['log.entryAdded'] });
  const { context } = await call('browsingContext.create', { type: 'tab' });
  await call('browsingContext.setViewport', { context, viewport: { width: 1_280, height: 900 } });

  const ask: Firefox['ask'] = async (script) => {
    const expression = `JSON.stringify((() => { ${script} })() ?? null)`;
    const target = { context };
    const { result } = await call('script.evaluate', { expression, target, awaitPromise: false });
    // Only text is sent as it is.
    return JSON.parse(isObject(result) ? String(result['value']) : 'null') as unknown;
  };

  const waitFor: Firefox['waitFor'] = async (path) => {
    let id = '';
    const look = async (): Promise<boolean> => {
      const locator = { type: 'xpath', value: path };
      // While a page is being opened there is nothing to look in.
      const found = await call('browsingContext.locateNodes', {
        context,
        locator,
        maxNodeCount: 1,
      }).catch(() => undefined);
      const nodes: unknown = found?.['nodes'];
      const node: unknown = Array.isArray(nodes) ? nodes[0] : undefined;
      if (isObject(node)) id = String(node['sharedId']);
      return id !== '';
    };
    await until(look, TIMEOUT_MS).catch(async () => {
      throw new Error(`no ${path} in: ${String(await ask('return document.body.innerText'))}`);
    });
    return id;
  };

  const press: Firefox['press'] = async (path) => {
    const element = { sharedId: await waitFor(path) };
    await call('script.callFunction', {
      functionDeclaration: '(element) => element.scrollIntoView({ block: "center" })',
      arguments: [element],
      target: { context },
      awaitPromise: false,
    });
    const actions = pressOn(element);
    await call('input.performActions', { context, actions });
  };
  const type: Firefox['type'] = async (path, text) => {
    await press(path);
    await call('input.performActions', { context, actions: keysOf(text) });
  };
  return {
    errors,
    open: async (url) => void (await call('browsingContext.navigate', { context, url })),
    ask,
    waitFor,
    press,
    type,
  };
}

function pressOn(element: object): object[] {
  const actions = [
    { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', actions }];
}

function keysOf(text: string): object[] {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions }];
}
