import { type Env, readSetting } from '../platform/read-setting.ts';
import { type CallBudget, GRANTED } from './budget.ts';

/**
 * `deposit=15/50,deposits=12/10`: calls a minute and at once, by the provider's own paths.
 * @throws Error that names the setting and what it takes
 */
export function readBudgets(env: Env, name: string): Record<string, CallBudget> | 'none' {
  if (readSetting(env, name) === 'none') return 'none';
  const parts = (readSetting(env, name) ?? '').split(',').filter(Boolean);
  return Object.fromEntries(
    parts.map((part) => {
      const [, call = '', perMinute, burst] = /^([a-z-]+)=(\d{1,6})\/(\d{1,6})$/.exec(part) ?? [];
      const budget = { perMinute: Number(perMinute), burst: Number(burst) };
      const isBudget = budget.perMinute >= 1 && budget.burst >= 1;
      if (isBudget && Object.hasOwn(GRANTED, call)) return [call, budget];
      const calls = Object.keys(GRANTED).join(', ');
      throw new Error(
        `${name} must be none, or call=perMinute/burst, separated by commas, for ${calls}`,
      );
    }),
  );
}
