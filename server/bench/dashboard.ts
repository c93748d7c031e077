/**
 * `npm run bench:dashboard`: how long a person waits for the dashboard of a shop with 100,000
 * deposits, and how much it weighs. Each line ends with the share of its limit that was used; a
 * weight above it makes the run exit with status 1, and with `-- --gate` a time too. `-- --short`
 * uses a tenth as many.
 */
import type { Page } from 'playwright-core';
import {
  FIRST_LIMIT_BYTES,
  readBuild,
  ROUTE_LIMIT_BYTES,
  weighFirst,
  weighLater,
} from '../../dashboard/weigh-build.ts';
import { testEnvironment } from '../test/app.ts';
import { openDashboardStage } from '../test/dashboard-stage.ts';
import { onDatabase } from '../test/on-database.ts';
import { openPerson, type Person } from '../test/person.ts';
import { fillLists } from './fill-lists.ts';
import { failAbove, GATE, shareOf } from './limit.ts';
import { percentile } from './load.ts';
import { readOptions } from '../../tools/read-options.ts';

const values = readOptions({ short: { type: 'boolean', default: false }, ...GATE });
const ROWS = values.short ? 10_000 : 100_000;
const FILTERS = values.short ? 8 : 40;
const FILES = values.short ? 2 : 5;
const PAINT_MS = 500;
const FILE_STARTS_MS = 2_000;
// The rows are from the first minutes of January in UTC, which is still December in Brasília.
const PERIOD = '2025-12-31..2026-12-30';
const YEAR = 'from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z';
const STATUSES = [
  ['CONFIRMED', 'Confirmado'],
  ['FAILED', 'Falhou'],
  ['PENDING', 'Aguardando'],
] as const;

await onDatabase(async (scope) => {
  const { gateway, visit } = await openDashboardStage(scope);
  const tenant = await testEnvironment(gateway.app);
  await fillLists(gateway, tenant, ROWS);
  process.stdout.write(`${String(ROWS)} deposits and as many withdrawals\n`);
  const base = `/app/${tenant.accountId}/test`;
  const times: number[] = [];
  for (let turn = 0; turn < FILTERS; turn += 1) {
    // A dedicated person, so that no rate limit applies.
    const person = await openPerson(gateway, { [tenant.accountId]: 'owner' });
    times.push(await visit({ width: 1280, person }, (page) => measureFilter(page, base, turn)));
  }
  times.sort((one, other) => one - other);
  say('filter to painted rows, p50', percentile(times, 0.5), PAINT_MS, 'ms');
  say('filter to painted rows, p95', percentile(times, 0.95), PAINT_MS, 'ms');
  for (const name of ['deposits', 'withdrawals', 'transactions']) {
    const person = await openPerson(gateway, { [tenant.accountId]: 'viewer' });
    const file = `${gateway.url}/app/api/accounts/${tenant.accountId}/test/${name}.csv?${YEAR}`;
    const slowest = Math.max(...(await measureFile(file, person)));
    say(`${name}.csv, first byte, slowest of ${String(FILES)}`, slowest, FILE_STARTS_MS, 'ms');
  }
});
await sayWeights();

/** From choosing an option to the frame after the one that shows its rows, in the page. */
async function measureFilter(page: Page, base: string, turn: number): Promise<number> {
  // A different amount each time, so that nothing is cached.
  await page.goto(`${base}/deposits?periodo=${PERIOD}&max=${String(6_000 + turn)}`);
  await page.locator('tbody tr').first().waitFor();
  const [value, label] = STATUSES[turn % STATUSES.length] ?? STATUSES[0];
  const box = page.getByRole('combobox', { name: 'Situação' });
  return box.evaluate(chooseAndWait, { value, label });
}

/** Runs in the page. */
function chooseAndWait(
  box: Element,
  { value, label }: { value: string; label: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`no rows: ${document.body.innerText}`)), 15_000);
    const startedAt = performance.now();
    const setter = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set;
    setter?.call(box, value);
    box.dispatchEvent(new Event('change', { bubbles: true }));
    const look = (): void => {
      const rows = [...document.querySelectorAll('tbody tr')];
      const isThere =
        document.querySelector('.ui-list')?.getAttribute('aria-busy') !== 'true' &&
        window.location.search.includes(`status=${value}`) &&
        rows.length > 0 &&
        rows.every((row) => row.textContent.includes(label));
      if (!isThere) return void requestAnimationFrame(look);
      requestAnimationFrame(() => resolve(performance.now() - startedAt));
    };
    requestAnimationFrame(look);
  });
}

async function measureFile(url: string, { cookie }: Person): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < FILES; turn += 1) {
    const leaving = new AbortController();
    const startedAt = performance.now();
    const answer = await fetch(url, { headers: { cookie }, signal: leaving.signal });
    if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
    await answer.body?.getReader().read();
    times.push(performance.now() - startedAt);
    leaving.abort();
  }
  return times;
}

async function sayWeights(): Promise<void> {
  const build = await readBuild();
  for (const [name, bytes] of weighFirst(build)) {
    say(`${name} with all it needs`, bytes / 1024, FIRST_LIMIT_BYTES / 1024, 'KB');
  }
  const later = [...weighLater(build)].toSorted(([, one], [, other]) => other - one);
  for (const [name, bytes] of later) say(name, bytes / 1024, ROUTE_LIMIT_BYTES / 1024, 'KB');
}

function say(what: string, value: number, limit: number, unit: 'ms' | 'KB'): void {
  const shown = value.toFixed(unit === 'ms' ? 0 : 1);
  process.stdout.write(`${what}: ${shown} ${unit}, ${shareOf(value, limit, unit)}\n`);
  if (unit === 'KB' || values.gate) failAbove(value, limit);
}
