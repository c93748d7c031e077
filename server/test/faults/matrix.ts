import { DELIVERIES } from './deliveries.ts';
import { DEPOSITS } from './deposits.ts';
import { ORDERS } from './orders.ts';
import { PLATFORM } from './platform.ts';
import type { Row } from './row.ts';
import { WITHDRAWALS } from './withdrawals.ts';

/** Every fault that the gateway must survive, and the tests that show it. */
export const MATRIX: readonly Row[] = [
  ...ORDERS,
  ...DEPOSITS,
  ...WITHDRAWALS,
  ...DELIVERIES,
  ...PLATFORM,
];
