import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { until } from '../../server/test/receiver.ts';
import { openHome, ponte, run } from './cli.ts';
import {
  accessTo,
  answers,
  type Heard,
  openFakeGateway,
  type Reply,
  neverAnswers,
} from './fake-gateway.ts';

const home = await openHome({ after });
const PATIENCE_MS = 60_000;
const START = Date.parse('2026-11-21T12:00:00Z');
const PAGES = 3;
/** An empty page of the log, and of the journal. */
const NOTHING = { data: [], nextCursor: null, nextAfter: 0, oldestSequence: 1 };
/** A call is given up after longer than this. */
const HANGS_MS = 40_000;

/** A request answered so many seconds after the start. */
function rowOf(second: number, status = 404) {
  const at = new Date(START + second * 1_000).toISOString();
  return { id: `req_${String(second)}`, at, status, method: 'GET' };
}

/** A log of these pages, newest first. */
function logOf(...pages: object[][]): Reply {
  return (response, request) => {
    const { searchParams } = new URL(request.url ?? '', 'http://log');
    const page = Number(searchParams.get('cursor') ?? 0);
    const nextCursor = page + 1 < pages.length ? String(page + 1) : null;
    answers(200, { data: pages[page], nextCursor })(response, request);
  };
}

/** A log of some pages and many seconds, in which nothing but the oldest row was answered 409. */
const log = logOf([rowOf(90), rowOf(60)], [rowOf(50), rowOf(40)], [rowOf(30), rowOf(0, 409)]);

const isFirstPage = ({ path }: Heard): boolean => !path.includes('cursor');

describe('logs --follow', { concurrency: true }, () => {
  test('continues after the newest row read, even when no row matched the filter', async (t) => {
    const { url, heard } = await openFakeGateway(log);
    const follower = run(t, home, ['logs', '--status', '401', '--follow'], accessTo(url));
    await until(() => heard.length >= PAGES + 2, PATIENCE_MS);
    await follower.end();
    // The first poll reads every page, the later ones only new rows: none.
    assert.ok(heard.slice(PAGES).every(isFirstPage));
  });

  test('also shows a row recorded after newer ones, and each row once', async (t) => {
    const polls = [
      [12, 10],
      [13, 12, 11, 10],
      [13, 12.5, 12, 11, 10],
    ];
    const { url, heard } = await openFakeGateway(
      ...polls.map((seconds) => logOf(seconds.map((second) => rowOf(second)))),
    );
    const follower = run(t, home, ['logs', '--limit', '1', '--follow'], accessTo(url));
    await until(() => heard.length >= polls.length + 2, PATIENCE_MS);
    await follower.end();
    // A row beyond the limit of the first poll is not shown as a late one either.
    assert.deepEqual(
      follower.lines.map(({ id }) => id),
      ['req_12', 'req_11', 'req_13', 'req_12.5'],
    );
  });

  test('reads one page per poll while idle, however many rows the last seconds have', async (t) => {
    const { url, heard } = await openFakeGateway(logOf([rowOf(3)], [rowOf(2)], [rowOf(1)]));
    const follower = run(t, home, ['logs', '--follow'], accessTo(url));
    await until(() => heard.length > PAGES && heard.slice(-PAGES).every(isFirstPage), PATIENCE_MS);
    await follower.end();
    assert.equal(follower.lines.length, PAGES);
  });
});

for (const verb of ['events', 'logs']) {
  test(`${verb} --follow stops immediately on SIGINT, also while a response hangs`, async (t) => {
    const { url, heard } = await openFakeGateway(answers(200, NOTHING), neverAnswers);
    const follower = run(t, home, [verb, '--follow'], accessTo(url));
    await until(() => heard.length === 2, PATIENCE_MS);
    const begun = performance.now();
    assert.equal(await follower.end(), 0);
    assert.ok(performance.now() - begun < HANGS_MS);
    assert.deepEqual(follower.lines, []);
  });
}

test('--status 2xx and 3xx are told apart although the gateway filters them together', async () => {
  const { url } = await openFakeGateway(logOf([rowOf(2, 200), rowOf(1, 304)]));
  for (const [status, id] of [
    ['2xx', 'req_2'],
    ['3xx', 'req_1'],
  ]) {
    const { out } = await ponte(home, ['logs', '--status', String(status), '-o', 'json'], {
      env: accessTo(url),
    });
    const shown = out.trimEnd().split('\n');
    assert.deepEqual(
      shown.map((line) => (JSON.parse(line) as { id: string }).id),
      [id],
    );
  }
});

test('a limit of 0 or less is a usage error and sends no request', async () => {
  const { url, heard } = await openFakeGateway(log);
  const env = accessTo(url);
  const { code, out } = await ponte(home, ['logs', '--limit', '0'], { env });
  assert.deepEqual([code, out, heard.length], [2, '', 0]);
  const negative = await ponte(home, ['logs', '--limit', '-1'], { env });
  assert.deepEqual([negative.code, heard.length], [2, 0]);
  assert.match(negative.err, /--limit takes a whole number/);
  const one = await ponte(home, ['logs', '--limit', '1'], { env });
  assert.deepEqual([one.code, one.out.trimEnd().split('\n').length], [0, 1]);
});
