import type { Env } from '../platform/read-setting.ts';
import { choice, flag, url } from '../platform/setting-values.ts';

/** What a sandbox is started with. */
export interface SandboxOptions {
  /** Whether it keeps the provider's budgets too. */
  readonly strict: boolean;
  readonly generation: 'current' | 'legacy' | undefined;
  /** How others reach it, where not at the address it listens on. */
  readonly baseUrl: string | undefined;
}

export function readSandboxOptions(env: Env): SandboxOptions {
  return {
    strict: flag(env, 'PONTE_SANDBOX_STRICT') ?? false,
    generation: choice(env, 'PONTE_SANDBOX_GENERATION', ['current', 'legacy']),
    baseUrl: url(env, 'PONTE_SANDBOX_BASE_URL'),
  };
}
