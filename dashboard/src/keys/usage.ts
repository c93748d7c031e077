import type { ApiKey } from '../api/operations.ts';
import { serverNow } from '../api/server-clock.ts';

const DAY_MS = 86_400_000;
const IDLE_DAYS = 30;

type Usage = 'never' | 'recent' | 'quiet' | 'idle';

/** How recently a key was used, in the steps that matter for whether to keep it. */
export function usageOf(
  { lastUsedAt, createdAt }: Pick<ApiKey, 'lastUsedAt' | 'createdAt'>,
  now = serverNow(),
): Usage {
  const age = (at: string) => now - Date.parse(at);
  if (age(lastUsedAt ?? createdAt) > IDLE_DAYS * DAY_MS) return 'idle';
  if (lastUsedAt === null) return 'never';
  return age(lastUsedAt) < DAY_MS ? 'recent' : 'quiet';
}

/** A key that something may depend on: to revoke it in live mode its name has to be typed. */
export function isBusy(key: Pick<ApiKey, 'mode' | 'lastUsedAt' | 'createdAt'>, now?: number) {
  return key.mode === 'live' && usageOf(key, now) === 'recent';
}

/** A revoked key stays visible for a day, in case somebody wonders where it went. */
export function isShown({ revokedAt }: Pick<ApiKey, 'revokedAt'>, now = serverNow()): boolean {
  return revokedAt === null || now - Date.parse(revokedAt) < DAY_MS;
}

export function hasEnded({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now = serverNow()): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}
