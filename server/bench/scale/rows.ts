import type { Row } from '../scenario.ts';
import { dashboardAmong } from './dashboard-among.ts';
import { listAmong } from './list-among.ts';
import { postAmongFew, postAmongMany } from './post-among.ts';

/** How much longer anything may take with many stored than with few. */
const MAX_RATIO = 1.3;

export const SCALE_ROWS: readonly Row[] = [
  { name: 'post-among', probe: postAmongMany, beside: postAmongFew, limit: { most: MAX_RATIO } },
  ...(['transactions', 'events', 'deliveries'] as const).map((list) => ({
    name: `${list}-among`,
    probe: listAmong(list, 'many'),
    beside: listAmong(list, 'few'),
    limit: { most: MAX_RATIO },
  })),
  {
    name: 'dashboard-among',
    probe: dashboardAmong('many'),
    beside: dashboardAmong('few'),
    limit: { most: MAX_RATIO },
  },
];
