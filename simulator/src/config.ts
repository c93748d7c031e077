export type Generation = 'current' | 'legacy';

export interface Config {
  readonly databaseUrl: string;
  /** Bypasses a pooler, for migrations. */
  readonly databaseDirectUrl?: string;
  /** Whether a pooler in transaction mode is in front of the database. */
  readonly databasePooled: boolean;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Bearer secret of the control API. */
  readonly secret: string;
  /** Whether the real provider's budgets, caps and holds apply. */
  readonly strict: boolean;
  readonly generation: Generation;
  /** The stablecoin's asset on the sandbox's own chain. */
  readonly depixAssetId: string;
  /** What the provider deducts from a payment. */
  readonly depositFeeCents: number;
  /** How others reach this server, if not at the address it listens on. */
  readonly baseUrl?: string;
  /** Tests only: see failpoint.ts. */
  readonly failpointsDir?: string;
}

const DEPIX_TEST = '0d5e7e57'.repeat(8);

/** Reads the settings of this process. @throws Error that names the faulty variable */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Readonly<Config> {
  return Object.freeze({
    databaseUrl: required(env, 'DATABASE_URL'),
    ...(env['PONTE_DATABASE_DIRECT_URL'] && {
      databaseDirectUrl: env['PONTE_DATABASE_DIRECT_URL'],
    }),
    databasePooled: ['true', '1'].includes(env['PONTE_DATABASE_POOLED'] ?? ''),
    host: env['PONTE_SANDBOX_HOST'] ?? '127.0.0.1',
    port: port(required(env, 'PONTE_SANDBOX_PORT')),
    secret: required(env, 'PONTE_SANDBOX_SECRET'),
    strict: oneOf(env, 'PONTE_SANDBOX_STRICT', ['false', 'true']) === 'true',
    generation: oneOf(env, 'PONTE_SANDBOX_GENERATION', ['current', 'legacy']),
    depixAssetId: assetId(env, 'PONTE_DEPIX_TEST_ASSET_ID', DEPIX_TEST),
    depositFeeCents: cents(env, 'PONTE_PROVIDER_DEPOSIT_FEE_CENTS', '99'),
    ...(env['PONTE_SANDBOX_BASE_URL'] && { baseUrl: env['PONTE_SANDBOX_BASE_URL'] }),
    ...(env['PONTE_FAILPOINTS_DIR'] && { failpointsDir: env['PONTE_FAILPOINTS_DIR'] }),
  });
}

/**
 * Whether standard input is a pipe held by our launcher, whose end means that the launcher died.
 */
export function hasParentPipe(env: NodeJS.ProcessEnv = process.env): boolean {
  return env['PONTE_PARENT_PIPE'] === '1';
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535) throw new Error('PONTE_SANDBOX_PORT is not a port');
  return value;
}

function assetId(env: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const text = env[name]?.trim() || fallback;
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${name} is not an asset's id`);
  return text;
}

function cents(env: NodeJS.ProcessEnv, name: string, fallback: string): number {
  const text = env[name]?.trim() || fallback;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is no whole number of cents`);
  return Number(text);
}

/** The first choice is the default. */
function oneOf<Choice extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const value = env[name] || choices[0];
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw new Error(`${name} must be one of ${choices.join(', ')}`);
  return choice;
}
