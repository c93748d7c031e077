/**
 * `npm run bench:pay-page`: how long after the gateway has recorded a payment a real browser shows
 * it, and how soon a code can be copied on a slow phone. `-- --short` for CI, `-- --gate` to exit
 * with status 1 if the slowest twentieth of the payments is shown too late. Gateway, database and
 * browser share one machine and its clock.
 */
import type { Page } from 'playwright-core';
import { parseId } from '../src/ids.ts';
import { onDatabase } from '../test/on-database.ts';
import { openStage, type Stage } from '../test/page-stage.ts';
import { PRICE } from '../test/pay-page.ts';
import { failAbove, GATE, shareOf } from './limit.ts';
import { percentile } from './load.ts';
import { readOptions } from '../../tools/read-options.ts';

const values = readOptions({ short: { type: 'boolean' }, ...GATE });
const PAYMENTS = values.short ? 20 : 50;
/** How many phones wait at once. */
const CONCURRENCY = 5;
const P95_MS = 1_000;
/** A phone's processor, and a phone's network with hardly any coverage. */
const SLOW = { cpu: 4, bytesPerSecond: 50_000, latencyMs: 2_000, openings: values.short ? 3 : 5 };

await onDatabase(async (scope) => {
  const stage = await openStage(scope);
  say('code on the screen of a slow phone', await openSlowly(stage));
  const waits = await payMany(stage);
  say(`${String(PAYMENTS)} payments, from “paid” in the books to the words`, waits);
  const p95 = percentile(waits, 0.95);
  process.stdout.write(`p95 of the payments: ${shareOf(p95, P95_MS, 'ms')}\n`);
  if (values.gate) failAbove(p95, P95_MS);
});

function say(what: string, ascending: readonly number[]): void {
  const [p50, p95] = [percentile(ascending, 0.5), percentile(ascending, 0.95)];
  const figures = [p50, p95, ascending.at(-1) ?? 0].map((time) => `${time.toFixed(0)} ms`);
  process.stdout.write(`${what}: p50, p95, max ${figures.join(', ')}\n`);
}

/** Milliseconds, ascending. */
async function payMany({ gateway, shop, visit }: Stage): Promise<number[]> {
  const link = await shop.link();
  const waits: number[] = [];
  const payOne = async (number: number): Promise<void> => {
    const path = await shop.order(link, { amount: `${String(20 + number)},00` });
    await visit({}, async (page) => {
      await noteWhenShown(page, 'main[data-state=confirmed] h1');
      await page.goto(path);
      await page.waitForResponse(/\/events/).catch(() => undefined);
      await shop.pay(path);
      const shownAt = await timeShown(page);
      const depositId = parseId('dep', await shop.depositOf(path));
      const [row] = await gateway.app.db<{ writtenAt: Date }>`
        select at as written_at from transitions
        where resource_id = ${String(depositId)} and to_status = 'CONFIRMED'`;
      if (!row) throw new Error(`${path} shows what is not written`);
      waits.push(shownAt - row.writtenAt.getTime());
    });
  };
  for (let first = 0; first < PAYMENTS; first += CONCURRENCY) {
    await Promise.all(Array.from({ length: CONCURRENCY }, (_, at) => payOne(first + at)));
  }
  return waits.toSorted((one, other) => one - other);
}

/** From now on, the page notes when all that these select was painted. */
async function noteWhenShown(page: Page, ...selectors: readonly string[]): Promise<void> {
  await page.addInitScript((wanted) => {
    const look = (): void => {
      if (wanted.some((one) => !document.querySelector(one))) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => Reflect.set(window, 'shownAt', Date.now()), 0));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  }, selectors);
}

/** By the clock of this machine, in milliseconds. */
async function timeShown(page: Page): Promise<number> {
  await page.waitForFunction(() => Reflect.get(window, 'shownAt') !== undefined);
  return page.evaluate(() => Number(Reflect.get(window, 'shownAt')));
}

async function openSlowly({ shop, visit }: Stage): Promise<number[]> {
  const path = await shop.order(await shop.link({ amountCents: PRICE }));
  const times: number[] = [];
  for (let opening = 0; opening < SLOW.openings; opening++) {
    await visit({}, async (page, context) => {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: SLOW.latencyMs,
        downloadThroughput: SLOW.bytesPerSecond,
        uploadThroughput: SLOW.bytesPerSecond,
      });
      await noteWhenShown(page, '#qr path', '#copy');
      await page.goto(path, { waitUntil: 'commit' });
      const shownAt = await timeShown(page);
      times.push(shownAt - (await page.evaluate(() => performance.timeOrigin)));
    });
  }
  return times.toSorted((one, other) => one - other);
}
