import { DAY_MS } from '../durations.ts';
import { ApiError } from '../errors.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import type { Period } from '../platform/period.ts';

export interface Span {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Twelve months, including a leap day, starting and ending at any hour. */
const MAX_MS = 367 * DAY_MS;
/** The longest, so that a file has all of a leap year. */
const YEAR_MS = 366 * DAY_MS;
const EVER = new Date(0);

/** The creation time of the newest row in a span; undefined if there is none. */
type FindNewest = (span: Span) => Promise<Date | undefined>;

/**
 * The period of a file: the requested one, or the year up to the newest row.
 * @throws ApiError invalid_request for more than twelve months
 */
export async function readSpan(
  db: Db,
  environmentId: EnvironmentId,
  requested: Period,
  findNewest: FindNewest,
): Promise<Span> {
  const [row] = await db<{ now: Date }>`select environment_now(${environmentId}) as now`;
  if (!row) throw new ApiError('not_found');
  // Rows created while the file is being written belong to the next one.
  const to = requested.to ?? row.now;
  const { from } = requested;
  if (from === null) return yearOfAll(to, findNewest);
  if (to.getTime() - from.getTime() <= MAX_MS) return { from, to };
  throw new ApiError('invalid_request', {
    text: {
      pt: 'Período grande demais: até 12 meses por arquivo.',
      en: 'The period is too long: up to 12 months per file.',
    },
  });
}

/** A year that includes all rows, so that the file has what the list shows. */
async function yearOfAll(to: Date, findNewest: FindNewest): Promise<Span> {
  const year = yearUntil(to);
  const older = await findNewest({ from: EVER, to: year.from });
  if (older === undefined) return year;
  const newest = (await findNewest(year)) ?? older;
  const lastYear = yearUntil(new Date(newest.getTime() + 1));
  if ((await findNewest({ from: EVER, to: lastYear.from })) === undefined) return lastYear;
  throw new ApiError('invalid_request', {
    text: {
      pt: 'O que a lista mostra passa de 12 meses. Escolha um período: até 12 meses por arquivo.',
      en: 'What the list shows spans more than 12 months. Choose a period: up to 12 months per file.',
    },
  });
}

function yearUntil(to: Date): Span {
  return { from: new Date(to.getTime() - YEAR_MS), to };
}
