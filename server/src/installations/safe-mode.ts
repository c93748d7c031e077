import { ponte } from '../cli-options.ts';
import { ApiError } from '../errors.ts';
import type { Db } from '../platform/db.ts';
import { readSafeMode, type SafeMode } from './store.ts';

/** The refusal of new money in safe mode. */
export function pausedEverywhere(code: 'deposits_disabled' | 'withdrawals_disabled'): ApiError {
  const [pt, en] = code === 'deposits_disabled' ? DEPOSITS : WITHDRAWALS;
  return new ApiError(code, {
    text: {
      pt: `O operador pausou ${pt} em toda a instalação. Repita mais tarde com a mesma Idempotency-Key.`,
      en: `The operator has paused ${en} of the whole installation. Repeat later with the same Idempotency-Key.`,
    },
  });
}

const DEPOSITS = ['os novos depósitos', 'new deposits'] as const;
const WITHDRAWALS = ['os novos saques', 'new withdrawals'] as const;

/** A message for the operator. */
export function describeSafeMode({ on, reason, since }: SafeMode): string {
  if (!on) return 'Safe mode is off.';
  const why = reason === null ? '' : ` (${reason})`;
  return `Safe mode is on since ${since?.toISOString() ?? 'some time'}${why}: no new deposits and no new withdrawals. Turn it off with: ${ponte('safe-mode off')}`;
}

/** Says at a start that it is on. */
export async function warnOfSafeMode(db: Db, print: (line: string) => void): Promise<void> {
  const safeMode = await readSafeMode(db);
  if (safeMode.on) print(describeSafeMode(safeMode));
}
