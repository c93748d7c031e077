/** In the order in which they are asked about. */
export const SCOPES = [
  'deposit:create',
  'links:manage',
  'read:transactions',
  'read:balance',
  'wallets:read',
  'webhook:manage',
  'wallets:write',
  'withdrawal:create',
] as const;
export type Scope = (typeof SCOPES)[number];

export const PRESETS = ['receive', 'read', 'full'] as const;
export type Preset = (typeof PRESETS)[number];

/** None of them includes sending money away: that has to be deliberate. */
const PRESET_SCOPES: Readonly<Record<Preset, readonly Scope[]>> = {
  receive: ['deposit:create', 'read:transactions'],
  read: ['read:transactions', 'read:balance', 'wallets:read'],
  full: SCOPES.filter((scope) => scope !== 'withdrawal:create'),
};

/** What a preset comes to for somebody who may grant only some of its scopes. */
export function presetScopes(preset: Preset, mayGive: (scope: Scope) => boolean): Scope[] {
  return PRESET_SCOPES[preset].filter(mayGive);
}

/** The preset that matches a choice, if there is one. */
export function presetOf(
  chosen: readonly Scope[],
  mayGive: (scope: Scope) => boolean,
): Preset | undefined {
  return PRESETS.find((preset) => {
    const scopes = presetScopes(preset, mayGive);
    return scopes.length === chosen.length && scopes.every((scope) => chosen.includes(scope));
  });
}
