import type { Config } from '../config.ts';
import { type Env, withSettings } from '../platform/read-setting.ts';
import { roleEnvironment } from './child-environment.ts';
import { readDataSecrets } from './data-secrets.ts';
import { findRunning, type Running } from './running.ts';

/** For a command that works like a part of the gateway. */
export interface Place {
  readonly env: Env;
  /** The launcher that is running on the data directory. */
  readonly running: Running | undefined;
}

/** The environment that a launcher would give its parts, with its sandbox if one is running. */
export async function openPlace(config: Config, databaseUrl: string): Promise<Place> {
  const secrets = await readDataSecrets(config.dataDir);
  const running = await findRunning(config.dataDir);
  const { host } = config;
  const port = running ? Number(new URL(running.url).port) || config.port : config.port;
  const sandboxUrl = config.sandboxUrl ?? running?.sandboxUrl;
  const places = { listener: { host, port }, databaseUrl, sandboxUrl };
  const isDirect = config.databaseUrl === undefined || databaseUrl === config.databaseDirectUrl;
  const env = roleEnvironment(config, secrets, places);
  return { env: isDirect ? withSettings(env, { PONTE_DATABASE_POOLED: 'false' }) : env, running };
}
