import type { Env } from '../platform/read-setting.ts';
import { choice, flag, url } from '../platform/setting-values.ts';

/** The options that a sandbox is started with. */
export interface SandboxOptions {
  /** Whether it enforces the provider's limits, too. */
  readonly strict: boolean;
  readonly generation: 'current' | 'legacy' | undefined;
  /** How others reach it, if not at the address it listens on. */
  readonly baseUrl: string | undefined;
}

export function readSandboxOptions(env: Env): SandboxOptions {
  return {
    strict: flag(env, 'PONTE_SANDBOX_STRICT') ?? false,
    generation: choice(env, 'PONTE_SANDBOX_GENERATION', ['current', 'legacy']),
    baseUrl: url(env, 'PONTE_SANDBOX_BASE_URL'),
  };
}
