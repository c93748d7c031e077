import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import ts from 'typescript';
import { until } from '../../../server/test/receiver.ts';
import { programUnder } from '../../../tools/shown-program.ts';
import { signWebhook } from '../../src/webhooks.ts';
import { freePort } from '../packed.ts';
import { BINARIES } from './runtimes.ts';

/**
 * A server around what the guide shows, which listens on `port`. The guide's other frameworks are
 * in tools/shown-receivers.test.ts.
 */
const SERVERS: Readonly<Record<string, (shown: string) => string>> = {
  NestJS: (shown) => {
    const [start = '', controller = ''] = shown.split('\n@Controller');
    return `import 'reflect-metadata';
import { BadRequestException, Controller, HttpCode, Module, Post, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
@Controller${controller}
@Module({ controllers: [WebhooksController] })
class AppModule {}
${start}
await app.listen(port, '127.0.0.1');`;
  },
  Hono: (shown) => `import { Hono } from 'hono';
import { serve } from '@hono/node-server';
const app = new Hono();
${shown}
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });`,
  Koa: (shown) => `import Koa from 'koa';
const app = new Koa();
${shown}
app.listen(port, '127.0.0.1');`,
};

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
// White space, a number and an escape that no parser would write again in the same way.
const BODY =
  '{ "event": "test.ping", "data": { "id": "whe_1", "n": 1.0, "note": "a\\u00e7ão ✓" } }\n';

const packages = process.env[BINARIES];
if (packages === undefined) throw new Error('Run this with `npm run test:runtimes`.');
const directory = await mkdtemp(join(dirname(packages), 'frameworks-'));
const guides = new URL('../../../docs/guide/', import.meta.url);

for (const [framework, serverAround] of Object.entries(SERVERS)) {
  describe(`the program shown for ${framework}`, () => {
    for (const language of ['pt', 'en']) {
      test(`accepts the bytes that were signed and nothing else (${language})`, async () => {
        const page = await readFile(new URL(`${language}/webhooks.md`, guides), 'utf8');
        const shown = serverAround(programUnder(page, `### ${framework}`));
        const verify = programUnder(page, '### Node.js');
        const url = await serve(`${verify}
const secret = '${SECRET}';
const port = Number(process.argv[2]);
${shown}`);
        const timestamp = Math.floor(Date.now() / 1_000);
        const headers = await signWebhook({ id: 'evt_1', timestamp, body: BODY }, [SECRET]);
        const send = async (body: string, type = 'application/json'): Promise<number> => {
          const given = { ...headers, 'content-type': type };
          return (await fetch(url, { method: 'POST', headers: given, body })).status;
        };
        assert.equal(await send(BODY), 204);
        assert.equal(await send(BODY, 'application/json; charset=utf-8'), 204);
        assert.equal(await send(JSON.stringify(JSON.parse(BODY))), 400);
        assert.equal(await send(''), 400);
        // Whoever posts a form gets a refusal, not a crash with its stack.
        const refusal = await send('a=1', 'application/x-www-form-urlencoded');
        assert.ok(refusal >= 400 && refusal < 500, String(refusal));
      });
    }
  });
}

/** Runs a program until the tests end, and returns the address of its webhooks once it listens. */
async function serve(program: string): Promise<string> {
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      experimentalDecorators: true,
    },
  });
  const file = join(directory, `${crypto.randomUUID()}.mjs`);
  await writeFile(file, outputText);
  const port = String(await freePort());
  const child = spawn(process.execPath, [file, port], { stdio: ['ignore', 'ignore', 'inherit'] });
  after(() => void child.kill());
  const url = `http://127.0.0.1:${port}/webhooks`;
  const answers = (): Promise<boolean> => fetch(url).then(Boolean, () => child.exitCode !== null);
  await until(answers, 60_000);
  return url;
}
