import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { openGateway } from '../../server/test/gateway.ts';
import { openMerchant } from '../../server/test/merchant.ts';
import { until } from '../../server/test/receiver.ts';
import { createPonte } from '../src/index.ts';
import { freePort, installPacked, readSnippets } from './packed.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAX_BYTES = 12 * 1024;

const [gateway, { directory, files }, snippets] = await Promise.all([
  openGateway({ after }),
  installPacked({ after }),
  readSnippets(),
]);
const published = join(directory, 'node_modules/@ponte/sdk');

/** Runs one of the README's programs until it exits, with only this environment. */
async function runSnippet(code: string, env: Record<string, string>): Promise<string> {
  const file = join(directory, `${crypto.randomUUID()}.js`);
  await writeFile(file, code);
  const child = spawn(process.execPath, [file], { cwd: directory, env, stdio: 'pipe' });
  const [printed, faults] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(faults, '');
  return printed;
}

/** What an entry loads, itself included. */
async function loadedFrom(
  entry: string,
  seen = new Map<string, string>(),
): Promise<Map<string, string>> {
  if (seen.has(entry)) return seen;
  const code = await readFile(entry, 'utf8');
  seen.set(entry, code);
  for (const [, path = ''] of code.matchAll(/from ["'](.+?)["']/g)) {
    assert.match(path, /^\.\//, `${entry} imports ${path}`);
    await loadedFrom(join(dirname(entry), path), seen);
  }
  return seen;
}

test('the package contains compiled code, types, README and licence only', () => {
  assert.ok(files.includes('dist/index.js') && files.includes('dist/webhooks.d.ts'));
  assert.ok(files.includes('README.md') && files.includes('LICENSE'));
  const others = files.filter((path) => !/^dist\/.+(\.js|\.d\.ts)$/.test(path));
  assert.deepEqual(others.sort(), ['LICENSE', 'README.md', 'package.json']);
  assert.ok(!files.some((path) => path.includes('.test.')));
});

test('the client is under 12 KB gzipped, and the webhook entry loads two files', async (t) => {
  const client = await loadedFrom(join(published, 'dist/index.js'));
  const bytes = gzipSync([...client.values()].join(''), { level: 9 }).length;
  t.diagnostic(`${String(client.size)} files, ${String(bytes)} bytes with gzip, not minified`);
  assert.ok(bytes < MAX_BYTES, String(bytes));
  const receiver = await loadedFrom(join(published, 'dist/webhooks.js'));
  assert.deepEqual([...receiver.keys()].map((path) => path.slice(published.length)).sort(), [
    '/dist/signatures.js',
    '/dist/webhooks.js',
  ]);
});

test('the README has the same programs in both languages', () => {
  const wordless = (code: string): string => code.replaceAll(/\/\/.*$/gm, '//');
  assert.ok(snippets.pt.length > 3);
  assert.deepEqual(snippets.pt.map(wordless), snippets.en.map(wordless));
});

test('the README’s programs work in an empty project, webhook included', async () => {
  const merchant = await openMerchant(gateway);
  const ponte = createPonte({ baseUrl: gateway.url, apiKey: merchant.key });
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}/`;
  const { secret } = await ponte.webhooks.endpoints.create({ url });
  const [receive = '', deposit = '', refusal = '', list = ''] = orderOf(snippets.pt);
  const env = { PONTE_URL: gateway.url, PONTE_API_KEY: merchant.key };
  const file = join(directory, 'receiver.js');
  await writeFile(file, receive);
  const receiver = spawn(process.execPath, [file], {
    env: { PORT: String(port), PONTE_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let logged = '';
    receiver.stdout.setEncoding('utf8').on('data', (part: string) => (logged += part));
    const forged = (): Promise<number> =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      );
    await until(async () => (await forged()) === 400, 60_000);
    assert.match(await runSnippet(deposit, env), /^000201.*\nCONFIRMED\n$/);
    await until(() => /^deposit\.confirmed dep_/.test(logged), 60_000);
    assert.match(await runSnippet(refusal, env), /^new-key invalid_pix_key pixKey /);
    assert.match(await runSnippet(list, env), /^dep_\w+ CONFIRMED 5000\n$/);
  } finally {
    receiver.kill();
  }
});

/** By what they show, so that the README may put them in another order. */
function orderOf(blocks: readonly string[]): string[] {
  return ['verifyWebhook', 'deposits.create', 'isPonteError', 'transactions.list'].map(
    (word) => blocks.find((code) => code.includes(word)) ?? '',
  );
}

const CONSUMER = `
import { createPonte, type ErrorCode, PonteError, type Transaction } from '@ponte/sdk';
import { receiveWebhook, type WebhookEvent } from '@ponte/sdk/webhooks';

const ponte = createPonte({ baseUrl: 'https://pay.example', apiKey: 'pt_test_x' });
export async function seen(error: unknown, request: Request): Promise<string | null> {
  const deposit = await ponte.deposits.waitFor('dep_1');
  // @ts-expect-error a final deposit is not pending
  if (deposit.status === 'PENDING') return null;
  // @ts-expect-error cents are a number
  await ponte.deposits.create({ amountCents: '5000', taxId: '12345678909' });
  // @ts-expect-error there is no such type of key
  ponte.withdrawals.intent({ amountCents: 1, taxId: '', pixKey: '', pixKeyType: 'IBAN' });
  const code: ErrorCode = 'payer_declined';
  if (error instanceof PonteError && error.code === code) return error.field ?? error.advice;
  const event: WebhookEvent = await receiveWebhook(request, 'whsec_AAAA');
  if (event.event === 'deposit.refunded') return event.data.refundedAt;
  if (event.event === 'withdrawal.failed') return event.data.pixEndToEndId;
  for await (const one of ponte.webhooks.deliveries.list({ from: new Date() })) return one.url;
  for await (const one of ponte.transactions.list({ to: new Date() })) return payment(one);
  return null;
}
function payment(one: Transaction): string {
  return String(one.type === 'deposit' ? one.totalCents : one.depositAmountCents);
}
`;

const { ModuleKind, ModuleResolutionKind, ScriptTarget } = ts;

test('strict TypeScript accepts the types without Node’s, under each module resolution', async () => {
  for (const [module, moduleResolution] of [
    [ModuleKind.NodeNext, ModuleResolutionKind.NodeNext],
    [ModuleKind.ESNext, ModuleResolutionKind.Bundler],
    [ModuleKind.CommonJS, ModuleResolutionKind.Node10],
  ] as const) {
    // Node10 is what TypeScript 5 uses by default for CommonJS.
    const options = { module, moduleResolution, ignoreDeprecations: '6.0', types: [] };
    assert.deepEqual(await faultsOf([CONSUMER], options), []);
  }
});

test('a CommonJS program can require the package', async () => {
  const file = join(directory, 'required.cjs');
  await writeFile(
    file,
    "console.log(typeof require('@ponte/sdk').createPonte, typeof require('@ponte/sdk/webhooks').verifyWebhook)",
  );
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  assert.equal(stdout, 'function function\n');
});

test('strict TypeScript accepts the README’s programs', async () => {
  const module = ModuleKind.NodeNext;
  assert.deepEqual(await faultsOf(snippets.en, { module, types: ['node'] }), []);
});

/** The compiler's errors in programs of the project, and in the package's own types. */
async function faultsOf(
  programs: readonly string[],
  options: ts.CompilerOptions,
): Promise<string[]> {
  const names = programs.map(() => join(directory, `${crypto.randomUUID()}.ts`));
  await Promise.all(names.map((name, index) => writeFile(name, programs[index] ?? '')));
  const program = ts.createProgram(names, {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, ...options },
    ...{ target: ScriptTarget.ES2022, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] },
    typeRoots: [join(ROOT, 'node_modules/@types')],
  });
  return program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(directory))
    .flatMap((file) => ts.getPreEmitDiagnostics(program, file))
    .map(({ file, messageText }) => `${String(file?.fileName)}: ${JSON.stringify(messageText)}`);
}
