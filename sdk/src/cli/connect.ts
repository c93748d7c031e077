import { createPonte } from '../index.ts';
import type { Config } from './config.ts';
import { DEFAULT_PROFILE, type Profile, readProfiles } from './profiles.ts';
import { type Call, type Moment, optional } from './verb.ts';
import { CliError, UsageError } from './words.ts';

export type Ponte = ReturnType<typeof createPonte>;

/** Longer than the gateway ever holds back a response. */
export const ATTEMPT_MS = 45_000;

export interface Access extends Profile {
  /** Where it comes from: a profile's name, or the environment. */
  readonly from: string;
}

/** Connects to the gateway of the profile, or of the environment. */
export async function connect(call: Call): Promise<Ponte> {
  return open(await accessOf(call), call.terminal.config);
}

export function open({ url, apiKey }: Profile, { language }: Config, maxAttempts = 3): Ponte {
  try {
    return createPonte({
      baseUrl: url,
      apiKey,
      language,
      maxAttempts,
      attemptTimeoutMs: ATTEMPT_MS,
    });
  } catch {
    throw new UsageError({
      pt: `"${url}" não é o endereço de um gateway, ou a chave não é uma chave de API.`,
      en: `"${url}" is no address of a gateway, or the key is no API key.`,
    });
  }
}

/** Precedence: a named profile, then the environment, then the default profile. */
export async function accessOf(call: Call): Promise<Access> {
  const { config } = call.terminal;
  const named = optional(call, 'profile');
  if (named === undefined && config.apiKey !== undefined) {
    if (config.url === undefined) throw new UsageError(NO_URL);
    return { url: config.url, apiKey: config.apiKey, from: 'PONTE_API_KEY' };
  }
  const name = named ?? DEFAULT_PROFILE;
  const profiles = await readProfiles(config.directory);
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return { ...profile, from: name };
  const other = named === undefined ? '' : ` --profile ${named}`;
  throw new CliError('not_logged_in', {
    pt: `Nenhum acesso guardado: rode ponte login${other}, ou defina PONTE_URL e PONTE_API_KEY.`,
    en: `No profile is saved: run ponte login${other}, or set PONTE_URL and PONTE_API_KEY.`,
  });
}

const NO_URL = {
  pt: 'PONTE_API_KEY está definida e PONTE_URL não: defina o endereço do gateway.',
  en: 'PONTE_API_KEY is set and PONTE_URL is not: set the address of the gateway.',
};

/** The mode of a key, from its text. */
export function modeOf(apiKey: string): 'test' | 'live' | undefined {
  const [, mode] = /^pt_(test|live)_/.exec(apiKey) ?? [];
  return mode === 'test' || mode === 'live' ? mode : undefined;
}

/** Enough to recognise a key, too little to use it. */
export function shortKey(apiKey: string): string {
  return `${/^pt_(test|live)_/.exec(apiKey)?.[0] ?? ''}…${apiKey.slice(-4)}`;
}

/** The time of a moment. In test mode, events have the time of a clock that may have been moved. */
export async function timeOf(moment: Moment, access: Profile, ponte: Ponte): Promise<Date> {
  if ('at' in moment) return moment.at;
  const isTest = modeOf(access.apiKey) === 'test';
  const now = isTest ? Date.parse((await ponte.sandbox.clock.read()).now) : Date.now();
  return new Date(now - moment.agoMs);
}
