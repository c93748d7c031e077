import { homedir, hostname } from 'node:os';
import { join } from 'node:path';

export type Language = 'pt' | 'en';

/** Settings from the environment; everything else is given on the command line. */
export interface Config {
  readonly language: Language;
  /** Where profiles are kept. */
  readonly directory: string;
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly webhookSecret: string | undefined;
  /** The default name of a listener. */
  readonly machine: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Environment = process.env): Config {
  return {
    language: /^pt/i.test(text(env, 'LC_ALL', 'LC_MESSAGES', 'LANG') ?? '') ? 'pt' : 'en',
    directory: join(homeOf(env), 'ponte'),
    url: text(env, 'PONTE_URL'),
    apiKey: text(env, 'PONTE_API_KEY'),
    webhookSecret: text(env, 'PONTE_WEBHOOK_SECRET'),
    machine: machineName(hostname()),
  };
}

function homeOf(env: Environment): string {
  const configured = text(env, 'XDG_CONFIG_HOME', 'APPDATA');
  return configured ?? join(text(env, 'HOME') ?? homedir(), '.config');
}

/** The first of these that is set; an empty variable counts as unset. */
function text(env: Environment, ...names: readonly string[]): string | undefined {
  return names
    .map((name) => env[name]?.trim())
    .find((value) => value !== undefined && value !== '');
}

/** Made valid as a listener's name; never empty. */
function machineName(hostname: string): string {
  const name = hostname.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60);
  return name.replaceAll(/^[._-]+|(?<![._-])[._-]+$/g, '') || 'local';
}
