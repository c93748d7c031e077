import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { openReceiver } from '../../server/test/receiver.ts';
import { forward } from '../src/cli/forward.ts';
import { namesOfVerbs } from '../src/cli/run.ts';
import { signWebhook } from '../src/webhooks.ts';
import { openHome, ponte, ponteProcess } from './cli.ts';

const home = await openHome({ after });
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD2qD7FIMXh0s=';
const OTHER = 'whsec_MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA=';
const BODY = '{"event":"deposit.confirmed","data":{"id":"dep_1","note":"ação ✓"}}';

interface Saved {
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function signed(ageSeconds = 0): Promise<Saved> {
  const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
  const headers = await signWebhook({ id: 'evt_1', timestamp, body: BODY }, [SECRET]);
  const length = String(Buffer.byteLength(BODY));
  return { headers: { ...headers, 'content-length': length }, body: BODY };
}

let files = 0;

/** The fault found under each scheme, or null. */
async function verdicts({ headers, body }: Saved, secret = SECRET): Promise<unknown[]> {
  const path = join(home, `request-${String((files += 1))}`);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  await writeFile(path, ['POST /hook HTTP/1.1', ...lines, '', body].join('\r\n'));
  const { code, out, err } = await ponte(home, ['verify', path, '--secret', secret, '-o', 'json']);
  assert.equal(err, '');
  const report = JSON.parse(out) as {
    valid: boolean;
    schemes: { fault: unknown; message: string }[];
  };
  assert.equal(code, report.valid ? 0 : 1);
  assert.ok(report.schemes.every(({ message }) => message !== ''));
  return report.schemes.map(({ fault }) => fault);
}

test('verify names what is wrong with a saved webhook, for each signature scheme', async () => {
  const good = await signed();
  const { headers, body } = good;
  const with_ = (changes: Record<string, string>) => ({
    headers: { ...headers, ...changes },
    body,
  });
  const without = (name: string) => {
    const others = Object.entries(headers).filter(([known]) => known !== name);
    return { headers: Object.fromEntries(others), body };
  };
  const changed = (text: string) => ({ headers, body: text });
  const twice = (fault: string) => [fault, fault];
  const old = await signed(4_000);
  const early = await signed(-4_000);
  const cases: [string, Saved, unknown[], string?][] = [
    ['genuine', good, [null, null]],
    ['another secret', good, twice('wrong_secret'), OTHER],
    ['a secret without its prefix', good, ['secret_form', null], SECRET.slice(6)],
    ['no secret at all', good, twice('secret_form'), 'pt_test_abc'],
    ['an old timestamp', old, [null, 'old_timestamp']],
    ['a future timestamp', early, [null, 'future_timestamp']],
    ['a line break at the end', changed(`${body}\n`), twice('changed_body')],
    ['reformatted JSON', changed(JSON.stringify(JSON.parse(body), null, 2)), twice('changed_body')],
    ['another length', changed(body.replace('dep_1', 'dep_12')), twice('changed_body')],
    [
      'the digest of another body',
      with_({ 'X-Webhook-Signature': `sha256=${'0'.repeat(64)}` }),
      ['malformed_header', null],
    ],
    ['another id', with_({ 'webhook-id': 'evt_2' }), [null, 'changed_time_or_id']],
    ['a digest in base64', with_({ 'X-Webhook-Signature': 'abc=' }), ['malformed_header', null]],
    ['no timestamp', without('webhook-timestamp'), [null, 'missing_header']],
    ['no plain signature', without('X-Webhook-Signature'), ['missing_header', null]],
  ];
  for (const [name, saved, expected, secret] of cases) {
    assert.deepEqual(await verdicts(saved, secret), expected, name);
  }
});

test('verify reads a request as HTTP or JSON, and rejects anything else', async () => {
  const { headers, body } = await signed();
  const verify = async (file: string) => {
    const path = join(home, `file-${String((files += 1))}`);
    await writeFile(path, file);
    return (await ponte(home, ['verify', path, '--secret', SECRET])).code;
  };
  assert.equal(await verify(JSON.stringify({ headers, body })), 0);
  for (const file of ['', '{}', '{', 'no headers', '\0\0\0\n\n', `{"headers":{},"body":1}`]) {
    assert.equal(await verify(file), 1, file);
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const piped = await ponteProcess(home, ['verify', '-'], {
    env: { PONTE_WEBHOOK_SECRET: SECRET, LANG: 'pt_BR.UTF-8' },
    input: [...lines, '', body].join('\n'),
  });
  assert.equal(piped.code, 0, piped.err);
  assert.match(piped.out, /confere/);
});

test('the version is that of the package', async () => {
  const text = await readFile(join(import.meta.dirname, '../package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  const { code, out } = await ponte(home, ['--version']);
  assert.deepEqual([code, out], [0, `${version}\n`]);
  assert.equal((await ponte(home, ['whoami', '--version'])).code, 2);
});

test('a usage error exits with 2, in the chosen format and language', async () => {
  const typed = [
    ['nonsense'],
    ['listen'],
    ['listen', '--forward-to', 'ftp://x'],
    ['listen', '--forward-to', '8080', '--name', 'a b'],
    ['events', '--since', 'yesterday'],
    ['events', '--since', '1h', '--after', '1'],
    ['events', '--amount', '1'],
    ['completion', 'powershell'],
    ['verify'],
    ['whoami', 'more'],
    ['whoami', '--profil'],
    ['events', '--after', '-1'],
    ['whoami', '-o', 'xml'],
    ['deposits', 'create', '--amount', '500', '--amount=5000', '--tax-id', '12345678909'],
  ];
  for (const args of typed) {
    const { code, out, err } = await ponte(home, args, { env: { LANG: 'pt_BR' } });
    assert.deepEqual([code, out], [2, ''], args.join(' '));
    assert.match(err, /^ponte: .+[^.]\.? \(usage\)\n$/);
  }
  const { err } = await ponte(home, ['nonsense', '-o', 'json']);
  assert.equal(Reflect.get(JSON.parse(err) as object, 'error'), 'usage');
});

test('a profile named like an Object property does not exist', async () => {
  const { code, err } = await ponte(home, ['logout', '--profile', 'constructor']);
  assert.equal(code, 1);
  assert.match(err, /not_logged_in/);
});

test('every command has help and is completed in bash, zsh and fish', async () => {
  for (const name of namesOfVerbs()) {
    const { code, out } = await ponte(home, [...name.split(' '), '--help']);
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^ponte ${name}`));
  }
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { out } = await ponte(home, ['completion', shell]);
    const words = new Set(out.match(/[a-z-]+/g));
    const missing = namesOfVerbs().flatMap((name) =>
      name.split(' ').filter((word) => !words.has(word)),
    );
    assert.deepEqual(missing, [], shell);
  }
  const { out: script } = await ponte(home, ['completion', 'bash']);
  const offered = async (...typed: string[]): Promise<string> => {
    const words = ['ponte', ...typed].map((word) => `'${word}'`).join(' ');
    const asked = `COMP_WORDS=(${words}); COMP_CWORD=${String(typed.length)}; _ponte; echo "\${COMPREPLY[@]}"`;
    const run = promisify(execFile);
    return (await run('bash', ['-c', `${script}\n${asked}`])).stdout.trim();
  };
  assert.equal(await offered('li'), 'listen');
  assert.equal(await offered('deposits', ''), 'create status');
  assert.equal(await offered('logs', '--status', ''), '2xx 4xx 5xx');
  assert.equal(await offered('-o', 'json', 'deposits', 'create', '--am'), '--amount');
});

test('a receiver that redirects, never stops sending or hangs up is reported as such', async (t) => {
  const never = new AbortController().signal;
  const sent = async (answer: RequestListener) => {
    const { url } = await openReceiver(t, answer);
    const report = await forward({ headers: [], body: '{}' }, new URL(url), never);
    assert.ok(report);
    return report;
  };
  const moved = await sent((_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  });
  assert.deepEqual([moved.responseStatus, moved.location], [302, 'http://127.0.0.1:1/']);
  const endless = await sent((_request, response) => {
    const chunk = '\u{1F600}'.repeat(4_096);
    const send = (): void => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', send);
    };
    send();
  });
  assert.equal(endless.responseStatus, 200);
  assert.ok(endless.responseBody !== null && endless.responseBody.length <= 1_024);
  const cut = await sent((request) => void request.socket.destroy());
  assert.deepEqual([cut.responseStatus, cut.error], [null, 'connection_failed']);
  const nonsense = await sent((request) => void request.socket.end('SSH-2.0-OpenSSH\r\n'));
  assert.equal(nonsense.error, 'invalid_response');
  const called = new AbortController();
  const { url } = await openReceiver(t, () => called.abort());
  const aborted = await forward({ headers: [], body: '' }, new URL(url), called.signal);
  assert.equal(aborted, undefined);
  const down = await forward({ headers: [], body: '' }, new URL('http://127.0.0.1:9/'), never);
  assert.deepEqual([down?.isDown, down?.error], [true, 'connection_failed']);
});
