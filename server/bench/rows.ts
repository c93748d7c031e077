import { get, post, postTwo } from './api.ts';
import { bareGet, barePost } from './bare.ts';
import { cost } from './cost.ts';
import { halfLoad } from './half-load.ts';
import { ownWriteLimit, readLimit, writeLimit } from './limits.ts';
import { peer } from './peer.ts';
import { SCALE_ROWS } from './scale/rows.ts';
import type { Row, Trial } from './scenario.ts';
import { bareDeliver, deliver } from './worker/deliver.ts';
import { firstAttempt } from './worker/first-attempt.ts';
import { hangingEndpoints } from './worker/hanging-endpoints.ts';
import { settle } from './worker/settle.ts';

/** The table, in measuring order: what is compared is close together. */
export const ROWS: readonly Row[] = [
  { name: 'schema', probe: ownWriteLimit, beside: writeLimit },
  { name: 'bare-post', probe: barePost, beside: writeLimit },
  { name: 'post', probe: post, beside: writeLimit, limit: { floor: 0.8, goal: 1.1 } },
  { name: 'settle', probe: settle, beside: writeLimit, limit: { floor: 1, goal: 1 } },
  { name: 'two', probe: postTwo, beside: post, limit: { floor: 0.95, goal: 1 } },
  { name: 'peer', probe: post, beside: peer },
  { name: 'bare-get', probe: bareGet, beside: readLimit },
  { name: 'get', probe: get, beside: readLimit, limit: { floor: 0.65, goal: 0.85 } },
  { name: 'deliver', probe: deliver, beside: bareDeliver, limit: { floor: 0.7, goal: 0.9 } },
  ...SCALE_ROWS,
];

export const TRIALS: readonly Trial[] = [halfLoad, firstAttempt, hangingEndpoints, cost];
