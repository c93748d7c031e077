import { type Env, readSetting } from '../platform/read-setting.ts';
import { type Budgets, GRANTED } from './budget.ts';

/**
 * `deposit=15/50,deposits=12/10`: calls per minute and burst, by the provider's own paths, if it
 * allows other numbers than the known ones. Undefined for `none`: calls are not limited.
 * @throws Error that names the setting and what it accepts
 */
export function readBudgets(env: Env, name: string): Budgets | undefined {
  const setting = readSetting(env, name) ?? '';
  if (setting === 'none') return undefined;
  const parts = setting.split(',').filter(Boolean);
  const others = Object.fromEntries(
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
  return { ...GRANTED, ...others };
}
