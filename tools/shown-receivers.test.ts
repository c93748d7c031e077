import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import express from 'express';
import { fastify } from 'fastify';
import { readGuides } from '../server/src/docs/read-guides.ts';
import { LANGUAGES } from '../server/src/refusals.ts';
import { newSecret } from '../server/src/webhooks/endpoint.ts';
import { signatureHeaders } from '../server/src/webhooks/signature.ts';
import { listen } from '../server/test/listen.ts';
import { programUnder } from './shown-program.ts';

const GUIDES = readGuides();
const SECRET = newSecret();
/** Bytes that no JSON library would reproduce. */
const BODY = ' {"event":"test.ping","data":{"id":"whe_1","note":"\\u00e7ão","n":1.0}}';

type Receiver = (request: Request) => Promise<Response>;
/**
 * The shown code, wrapped in a function whose parameters are the names that the page leaves to the
 * reader.
 */
type Shown = (names: Record<string, unknown>) => Receiver;

const FRAMEWORKS: Readonly<Record<string, (shown: Shown) => Promise<Receiver>>> = {
  Express: async (shown) => {
    const app = express();
    shown({ app, express, secret: SECRET });
    // The parser that the page warns about, placed below the route as it says.
    app.use(express.json());
    const server = createServer((request, response) => void app(request, response));
    after(() => server.close());
    return askAt(`http://127.0.0.1:${String(await listen(server))}`);
  },
  Fastify: async (shown) => {
    const app = fastify();
    shown({ app, secret: SECRET });
    after(() => app.close());
    return askAt(await app.listen({ port: 0, host: '127.0.0.1' }));
  },
  'Next.js': (shown) => Promise.resolve(shown({ secret: SECRET })),
};

function askAt(url: string): Receiver {
  return (request) => fetch(new Request(new URL('/webhooks', url), request));
}

const directory = await mkdtemp(join(tmpdir(), 'ponte-receivers-'));
after(() => rm(directory, { recursive: true, force: true }));

async function load(page: string, heading: string): Promise<Shown> {
  const shown = programUnder(page, `### ${heading}`).replace(
    'export async function POST',
    'return async function',
  );
  const file = join(directory, `${crypto.randomUUID()}.ts`);
  const names = 'const { app, express, secret } = names;';
  const text = `${programUnder(page, '### Node.js')}\nexport function shown(names) { ${names}\n${shown}\n}`;
  await writeFile(file, text);
  const module: unknown = await import(pathToFileURL(file).href);
  // It was written above.
  return (module as { shown: Shown }).shown;
}

function delivery(body: string, { secret = SECRET, ageSeconds = 0 } = {}): Request {
  const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
  const signed = signatureHeaders({ eventId: 'evt_1', body: BODY, timestamp }, [secret]);
  const headers = { 'content-type': 'application/json', ...signed };
  return new Request('http://shop.example/webhooks', { method: 'POST', headers, body });
}

for (const [heading, open] of Object.entries(FRAMEWORKS))
  test(`the receiver shown for ${heading} verifies the raw bytes and refuses anything else`, async () => {
    for (const language of LANGUAGES) {
      const receive = await open(await load(GUIDES[language].get('webhooks')?.body ?? '', heading));
      const answers = [
        delivery(BODY),
        delivery(JSON.stringify(JSON.parse(BODY))),
        delivery(BODY, { secret: newSecret() }),
        delivery(BODY, { ageSeconds: 400 }),
      ].map(async (request) => (await receive(request)).status);
      assert.deepEqual(await Promise.all(answers), [204, 400, 400, 400], language);
      // A stranger's form is refused as well, rather than failing with a stack.
      const form = delivery('a=1');
      form.headers.set('content-type', 'application/x-www-form-urlencoded');
      const { status } = await receive(form);
      assert.ok(status >= 400 && status < 500, `${language}: ${String(status)}`);
    }
  });
