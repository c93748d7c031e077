import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signWebhook, verifyWebhook } from '../sdk/src/webhooks.ts';
import { VERBS } from '../sdk/src/cli/verbs.ts';
import { type Language, LANGUAGES } from '../server/src/refusals.ts';
import { projectFiles, readText } from './repository.ts';
import { programUnder } from './shown-program.ts';
import { TOOLS, toolName } from '../server/src/agents/tool.ts';
import { SCOPES } from '../server/src/api-keys/api-key.ts';
import { readConfig } from '../server/src/config.ts';
import { readGuides } from '../server/src/docs/read-guides.ts';
import { priceDeposit } from '../server/src/deposits/deposit.ts';
import { readLiquidAddress } from '../server/src/liquid/address.ts';
import { INVITATION_DAYS } from '../server/src/members/member.ts';
import { cents } from '../server/src/money.ts';
import { GRANTED } from '../server/src/provider/budget.ts';
import { REQUEST_DAYS } from '../server/src/requests/request.ts';
import { MAX_AHEAD_MS } from '../server/src/sandbox/clock.ts';
import { CASES } from '../server/src/sandbox/find-case.ts';
import { signatureHeaders } from '../server/src/webhooks/signature.ts';
import { waitMs } from '../server/src/webhooks/delivery.ts';
import { MAX_ENDPOINTS, newSecret } from '../server/src/webhooks/endpoint.ts';
import { EVENT_KINDS, PING } from '../server/src/webhooks/event.ts';
import { DEFAULT_OVERLAP_HOURS, MAX_OVERLAP_HOURS } from '../server/src/webhooks/rotate-secret.ts';
import { REQUEST_HOURS } from '../server/src/withdrawal-requests/withdrawal-request.ts';

const GUIDES = readGuides();

/** Checks both languages, so that neither drifts from the code. */
function inBoth(name: string, holds: (body: string, language: Language) => void): void {
  for (const language of LANGUAGES) holds(GUIDES[language].get(name)?.body ?? '', language);
}

/** The cells of a page's tables, row by row, trimmed. */
function rowsOf(body: string): string[][] {
  const lines = body.split('\n').filter((line) => line.startsWith('| '));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };

test('the table of retries matches the webhook retry schedule', () => {
  const failed = { durationMs: 1, responseStatus: 500, responseBody: '', retryAfterMs: null };
  const scheduled = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((attempt) =>
    waitMs(attempt, { ...failed, error: null }, 0.5),
  );
  assert.deepEqual(scheduled.slice(10), [null, null]);
  inBoth('webhooks', (body) => {
    const shown = rowsOf(body).flatMap(([attempt = '', wait = '']) => {
      const [, count, unit = ''] = /^(\d+) (s|min|h)$/.exec(wait) ?? [];
      return /^\d+$/.test(attempt) && count ? [Number(count) * (UNITS[unit] ?? 0)] : [];
    });
    assert.deepEqual(shown, scheduled.slice(0, 10));
  });
});

test('the table of events lists exactly the kinds of events', () => {
  inBoth('webhooks', (body) => {
    const kinds = rowsOf(body).flatMap(([cell = '']) => /^`(\w+\.\w+)`$/.exec(cell)?.[1] ?? []);
    assert.deepEqual(kinds.toSorted(), [...EVENT_KINDS, PING].toSorted());
  });
});

test('the figures on the webhooks page match the code', () => {
  inBoth('webhooks', (body) => {
    for (const figure of [MAX_ENDPOINTS, DEFAULT_OVERLAP_HOURS, MAX_OVERLAP_HOURS]) {
      assert.match(body, new RegExp(`\\b${String(figure)}\\b`));
    }
  });
});

test('a webhook signed five minutes ago is accepted, as the guide says, and an older one is not', async () => {
  const secret = 'whsec_AAAA';
  const body = '{"event":"test.ping","data":{"id":"whe_1"}}';
  const headers = await signWebhook({ id: 'evt_1', timestamp: 1_000, body }, [secret]);
  const at = (seconds: number) =>
    verifyWebhook({ headers, body }, secret, { now: () => (1_000 + seconds) * 1_000 });
  assert.equal((await at(300)).event, 'test.ping');
  await assert.rejects(at(301), { reason: 'stale' });
});

test('the SDK produces the same signature headers as the gateway, as its guide says', async () => {
  const secrets = [newSecret(), newSecret()];
  const body = '{"event":"test.ping","data":{"id":"whe_1","note":"ação"}}';
  for (const used of [secrets, secrets.slice(0, 1)]) {
    const signed = signatureHeaders({ eventId: 'evt_1', timestamp: 1_000, body }, used);
    assert.deepEqual(await signWebhook({ id: 'evt_1', timestamp: 1_000, body }, used), signed);
  }
});

type IsGenuine = (secret: string, headers: Record<string, string>, body: Buffer) => boolean;

/** The first program under this heading, as the module that a reader would save. */
async function load(page: string, heading: string): Promise<IsGenuine> {
  const code = programUnder(page, heading);
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  // If a page's program exports something else, the call fails.
  const loaded = (await import(url)) as { readonly isGenuine: IsGenuine };
  return loaded.isGenuine;
}

function asNodeHasThem(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

test("the Node.js programs in the guide accept the gateway's signatures and nothing else", async () => {
  const [present, previous] = [newSecret(), newSecret()];
  const body = Buffer.from('{"event":"test.ping","data":{"id":"whe_1","note":"ação"}}');
  const timestamp = Math.floor(Date.now() / 1_000);
  const signed = { eventId: 'evt_1', body: body.toString(), timestamp };
  const headers = asNodeHasThem(signatureHeaders(signed, [present, previous]));
  const old = asNodeHasThem(signatureHeaders({ ...signed, timestamp: timestamp - 400 }, [present]));
  const keyless = asNodeHasThem(signatureHeaders(signed, ['']));
  for (const language of LANGUAGES) {
    const page = GUIDES[language].get('webhooks')?.body ?? '';
    const standard = await load(page, '### Node.js');
    const plain = await load(
      page,
      language === 'pt' ? '## A assinatura simples' : '## The plain signature',
    );
    for (const isGenuine of [standard, plain]) {
      assert.equal(isGenuine(present, headers, body), true);
      assert.equal(isGenuine(newSecret(), headers, body), false);
      assert.equal(isGenuine(present, headers, Buffer.concat([body, Buffer.from(' ')])), false);
      assert.equal(isGenuine(present, {}, body), false);
      // Anybody can sign with the empty key that a missing setting gives.
      assert.equal(isGenuine('', keyless, body), false);
    }
    assert.equal(standard('whsec_', keyless, body), false);
    assert.equal(standard(previous, headers, body), true);
    assert.equal(standard(present, old, body), false);
  }
});

test('the fee example matches what the gateway charges', () => {
  const price = (passFeesToPayer: boolean) =>
    priceDeposit(
      cents(10_000),
      { percentBasisPoints: 200, fixedCents: cents(99) },
      passFeesToPayer,
      cents(99),
    );
  const expected = [true, false].map((passes) => {
    const priced = price(passes);
    return [`\`${String(passes)}\``, String(priced?.totalCents), String(priced?.netCents)];
  });
  inBoth('receiving', (body) => {
    const shown = rowsOf(body).filter(([cell = '']) => cell === '`true`' || cell === '`false`');
    assert.deepEqual(shown, expected);
  });
});

test("the provider's rate limit in the guide matches the code", () => {
  const { deposit } = GRANTED;
  inBoth('receiving', (body) => {
    assert.ok(body.replaceAll('\n', ' ').includes(`${String(deposit?.perMinute)} `));
    assert.match(body, new RegExp(`\\b${String(deposit?.burst)}\\b`));
  });
});

test('the table of scopes lists exactly the scopes', () => {
  inBoth('security', (body) => {
    const shown = rowsOf(body).flatMap(([cell = '']) => /^`(\w+:\w+)`$/.exec(cell)?.[1] ?? []);
    assert.deepEqual(shown.toSorted(), [...SCOPES].toSorted());
  });
});

test('an invitation is valid for as long as the guide says', () => {
  inBoth('security', (body) => {
    assert.match(body, new RegExp(`\\b${String(INVITATION_DAYS)} (?:days|dias)\\b`));
  });
});

test('the retention periods in the guide are the default settings', () => {
  const { retentionDays, idempotencyDays } = readConfig({});
  inBoth('operating', (body, language) => {
    const days = language === 'pt' ? 'dias' : 'days';
    const kept = rowsOf(body).flatMap(
      ([, cell = '']) => new RegExp(`^(\\d+) ${days}`).exec(cell)?.[1] ?? [],
    );
    assert.deepEqual(kept.map(Number), [retentionDays, REQUEST_DAYS, idempotencyDays]);
  });
});

test('the command-line guide lists exactly the commands', () => {
  inBoth('cli', (body) => {
    const shown = [...body.matchAll(/^\| (`ponte .*)$/gm)]
      .flatMap(([, row = '']) => [
        ...(row.split(' | ')[0] ?? '').matchAll(/`ponte ([a-z]+(?: [a-z]+)?)/g),
      ])
      .map(([, name = '']) => name);
    assert.deepEqual(shown.toSorted(), VERBS.map(({ name }) => name).toSorted());
  });
});

test('every amount in the rehearsal guide belongs to a case', () => {
  const amounts = CASES.map(({ amountCents }) => String(amountCents));
  inBoth('rehearsal', (body) => {
    const shown = rowsOf(body).flatMap(([cell = '']) => /\b(5\d{4})$/.exec(cell)?.[1] ?? []);
    assert.ok(shown.length > 5);
    assert.deepEqual(
      shown.filter((amount) => !amounts.includes(amount)),
      [],
    );
    assert.match(body, new RegExp(`\\b${String(MAX_AHEAD_MS / 86_400_000)}\\b`));
  });
});

test('the wallet in the rehearsal guide is on a test network', () => {
  inBoth('rehearsal', (body) => {
    const [, address = ''] = /"liquidAddress":"(\w+)"/.exec(body) ?? [];
    assert.ok(readLiquidAddress(address, ['testnet', 'regtest']));
  });
});

test('every tool named in the agents guide exists', () => {
  const tools = Object.keys(TOOLS).map(toolName);
  inBoth('agents', (body) => {
    const shown = [...body.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = '']) => name);
    assert.ok(shown.length > 3);
    assert.deepEqual(
      shown.filter((name) => !tools.includes(name)),
      [],
    );
    assert.match(body, new RegExp(`\\b${String(REQUEST_HOURS)}\\b`));
  });
});

test('every setting and metric named in a guide exists in the code', () => {
  const sources = projectFiles()
    .filter((path) => /^(server|sdk)\/src\/.*(?<!\.test)\.ts$/.test(path))
    .map(readText)
    .join('\n');
  for (const language of LANGUAGES) {
    for (const [name, { body }] of GUIDES[language]) {
      const named = [...body.matchAll(/\b(PONTE_[A-Z_]+|ponte_[a-z_]+)\b/g)].map(([word]) => word);
      const own = new Set(['PONTE_KEY']);
      const unknown = [...new Set(named)].filter(
        (word) => !own.has(word) && !sources.includes(word),
      );
      assert.deepEqual(unknown, [], `${language}/${name}`);
    }
  }
});
