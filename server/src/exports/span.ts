import { ApiError } from '../errors.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';

export interface Span {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Twelve months, one of them a leap year's, begun and ended at any hour of a day. */
const MOST_MS = 367 * 86_400_000;

/**
 * What a file is of: what was asked for, or the last twelve months up to now.
 * @throws ApiError invalid_request for more than twelve months
 */
export async function readSpan(
  db: Db,
  environmentId: EnvironmentId,
  asked: { readonly from: Date | null; readonly to: Date | null },
): Promise<Span> {
  const [row] = await db<{ now: Date }>`select environment_now(${environmentId}) as now`;
  if (!row) throw new ApiError('not_found');
  // What is made while the file is written belongs to the next one.
  const to = asked.to ?? row.now;
  const from = asked.from ?? new Date(to.getTime() - 365 * 86_400_000);
  if (to.getTime() - from.getTime() <= MOST_MS) return { from, to };
  throw new ApiError('invalid_request', {
    text: {
      pt: 'Período grande demais: até 12 meses por arquivo.',
      en: 'The period is too long: up to 12 months a file.',
    },
  });
}
