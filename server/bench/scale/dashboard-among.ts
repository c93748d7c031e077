import type { App } from '../../src/app.ts';
import { type DepositFilter, readDepositFilter } from '../../src/lists/filters.ts';
import { listDeposits } from '../../src/lists/list-deposits.ts';
import { openApp } from '../../src/open-app.ts';
import { readConfig } from '../../src/config.ts';
import type { Probe } from '../scenario.ts';
import { type Installation, installationOf, type Size } from './sizes.ts';

const ROWS = 25;
/** People of one merchant who page at once. */
const CONCURRENCY = 4;

/** The dashboard's list of deposits without its HTTP, which rate-limits each person. */
export function dashboardAmong(size: Size): Probe {
  return {
    name: `dashboard-${size}`,
    what: `A page of the dashboard’s deposits, ${size === 'few' ? '1,000' : 'many'} stored`,
    open: async (stage) => {
      const installation = await installationOf(stage, size);
      const app = openReader(installation);
      stage.after(() => app.db.end());
      return {
        round: (seconds) => pagesASecond(app, installation, seconds),
        close: () => Promise.resolve(),
      };
    },
  };
}

function openReader({ gateway }: Installation): App {
  const app = openApp(readConfig({ ...gateway.env, PORT: '0' }), 'bench');
  app.log.level = 'silent';
  // The inserted rows are not actually sealed.
  return { ...app, vault: { ...app.vault, open: () => '12345678909' } };
}

const NONE = readDepositFilter({});

function filtersOf({ gateway }: Installation): readonly Partial<DepositFilter>[] {
  return [
    {},
    { status: 'FAILED' },
    { walletId: gateway.tenants[0]?.walletId ?? null },
    { q: 'order 600' },
  ];
}

async function pagesASecond(
  app: App,
  installation: Installation,
  seconds: number,
): Promise<number> {
  const environmentId = installation.gateway.tenants[0]?.environmentId;
  if (environmentId === undefined) throw new Error('there is no tenant');
  const filters = filtersOf(installation);
  const startedAt = performance.now();
  const passed = (): number => (performance.now() - startedAt) / 1_000;
  let pages = 0;
  const read = async (): Promise<void> => {
    while (passed() < seconds) {
      const filter = { ...NONE, ...filters[pages % filters.length] };
      const rows = await listDeposits(app, environmentId, filter, undefined, ROWS + 1);
      if (rows.length === 0) throw new Error('a page is empty');
      pages += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, read));
  return pages / passed();
}
