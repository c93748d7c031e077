import { spawn } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { openBrowser } from '../../../server/test/browser.ts';
import { freePort } from '../packed.ts';

/** Names the directory of the packages that run.ts fetched. */
export const BINARIES = 'PONTE_TEST_RUNTIMES';

/** The rehearsal's input: the gateway's URL, the key, and where deliveries can be read. */
export type Place = Readonly<Record<'baseUrl' | 'apiKey' | 'secret' | 'deliveriesUrl', string>>;

/** Runs the rehearsal and returns its result as JSON. */
export type Runtime = (place: Place) => Promise<string>;

/** A command that takes a module and its arguments, as Node, Deno and Bun are. */
export function command(directory: string, binary: string, ...args: string[]): Runtime {
  return async (place) => {
    const all = [...args, 'main.js', JSON.stringify(place)];
    const child = spawn(binary, all, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    const missing = new Promise<never>((_, reject) => child.once('error', reject));
    const ended = Promise.all([text(child.stdout), text(child.stderr)]);
    const [printed, faults] = await Promise.race([ended, missing]);
    return printed.trim() || faults;
  };
}

/** Cloudflare's runtime, with every module embedded by name. */
export function workerd(directory: string, binary: string): Runtime {
  return async (place) => {
    const port = await freePort();
    const config = join(directory, 'workerd.capnp');
    await writeFile(config, await configOf(directory, port));
    const child = spawn(binary, ['serve', config], { stdio: ['ignore', 'ignore', 'inherit'] });
    after(() => void child.kill());
    const url = `http://127.0.0.1:${String(port)}/`;
    for (;;) {
      const answer = await fetch(url, { method: 'POST', body: JSON.stringify(place) }).catch(
        () => undefined,
      );
      if (answer) return answer.text();
      if (child.exitCode !== null) throw new Error('workerd exited');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
}

async function configOf(directory: string, port: number): Promise<string> {
  const dist = join(directory, 'node_modules/@ponte/sdk/dist');
  const names = (await readdir(dist)).filter((name) => name.endsWith('.js'));
  const embedded = (name: string, path: string): string =>
    `(name = "${name}", esModule = embed "${path}")`;
  const entry = (name: string, file: string): string =>
    `(name = "${name}", esModule = "export * from './${file}';")`;
  const modules = [
    embedded('worker.js', 'worker.js'),
    embedded('rehearse.js', 'rehearse.js'),
    entry('@ponte/sdk', 'sdk/index.js'),
    entry('@ponte/sdk/webhooks', 'webhooks.js'),
    ...names.map((name) => embedded(`@ponte/sdk/${name}`, `node_modules/@ponte/sdk/dist/${name}`)),
  ];
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (compatibilityDate = "2026-01-01", modules = [${modules.join(', ')}])),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${String(port)}", http = (), service = "main")],
);
`;
}

/** A page of the gateway's own origin, since the API accepts no other. */
export function chromium(directory: string): Runtime {
  return async (place) => {
    const page = await (await openBrowser({ after })).newPage();
    const base = `${place.baseUrl}/rehearsal/`;
    await page.route(`${base}**`, async (route) => {
      const path = new URL(route.request().url()).pathname.slice('/rehearsal/'.length);
      if (path === '') return route.fulfill({ contentType: 'text/html', body: pageOf(base) });
      if (!path.startsWith('dep_')) return route.fulfill({ path: join(directory, path) });
      const delivery = await fetch(`${place.deliveriesUrl}/${path}`);
      return route.fulfill({ contentType: 'application/json', body: await delivery.text() });
    });
    await page.goto(base);
    return page.evaluate(
      async (given) => {
        const { rehearse } = await import(`${given.baseUrl}/rehearsal/rehearse.js`);
        return JSON.stringify(await rehearse(given));
      },
      { ...place, deliveriesUrl: `${place.baseUrl}/rehearsal` },
    );
  };
}

function pageOf(base: string): string {
  const dist = `${base}node_modules/@ponte/sdk/dist`;
  const imports = {
    '@ponte/sdk': `${dist}/index.js`,
    '@ponte/sdk/webhooks': `${dist}/webhooks.js`,
  };
  return `<script type="importmap">${JSON.stringify({ imports })}</script>`;
}
