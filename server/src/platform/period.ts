import { type Static, type TObject, Type } from 'typebox';
import { readTime } from './read-time.ts';

function TimeQuery(description: string) {
  const examples = ['2026-11-21T03:00:00Z'];
  return Type.Optional(Type.String({ maxLength: 40, description, examples }));
}

/** Query parameters for lists that can be filtered by creation time. */
export const PeriodQuery = {
  from: TimeQuery('Made at this RFC 3339 time or later.'),
  to: TimeQuery('Made before this RFC 3339 time.'),
};

export interface Period {
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
}

/** @throws ApiError invalid_request unless the times are RFC 3339 */
export function readPeriod({ from, to }: Static<TObject<typeof PeriodQuery>>): Period {
  return { from: readTime('from', from), to: readTime('to', to) };
}
