import type { Scope } from '../api-keys/api-key.ts';
import type { InvitationId, UserId } from '../ids.ts';

/** The roles in an account, from the highest to the lowest. */
export const ROLES = ['owner', 'admin', 'developer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** A member of an account, as the others see them. */
export interface Member {
  readonly id: UserId;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

/** An invitation to join an account, for whoever has this address. */
export interface Invitation {
  readonly id: InvitationId;
  readonly email: string;
  readonly role: Role;
  /** The inviter's e-mail address. */
  readonly invitedBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const INVITATION_DAYS = 7;

/** Things only people do or see, in the dashboard; what keys may do, too, has a scope instead. */
export const ACTIONS = [
  'keys:manage',
  'agents:manage',
  'requests:read',
  'team:read',
  'team:manage',
  'account:manage',
  'alerts:manage',
  'alerts:reveal',
  'audit:read',
] as const;
export type Action = (typeof ACTIONS)[number];

export type Permission = Scope | Action;

interface Grant {
  /** What the role may see. */
  readonly read: readonly Permission[];
  /** What it may change, besides. */
  readonly write: readonly Permission[];
}

const READS = [
  'read:transactions',
  'read:balance',
  'wallets:read',
  'links:manage',
  'alerts:manage',
  'team:read',
] as const;
const DEVELOPER_READS = [
  ...READS,
  'webhook:manage',
  'keys:manage',
  'requests:read',
  'alerts:reveal',
] as const;
const DEVELOPER_WRITES = [
  'deposit:create',
  'links:manage',
  'webhook:manage',
  'keys:manage',
  'alerts:manage',
  'alerts:reveal',
] as const;
const ADMIN_READS = [...DEVELOPER_READS, 'account:manage', 'team:manage', 'audit:read'] as const;
const ADMIN_WRITES = [
  ...DEVELOPER_WRITES,
  'withdrawal:create',
  'wallets:write',
  'agents:manage',
  'account:manage',
  'team:manage',
] as const;

/** The only table of permissions; that only owners may change owners is in `mayChange`. */
export const GRANTS: Readonly<Record<Role, Grant>> = {
  owner: { read: ADMIN_READS, write: ADMIN_WRITES },
  admin: { read: ADMIN_READS, write: ADMIN_WRITES },
  developer: { read: DEVELOPER_READS, write: DEVELOPER_WRITES },
  viewer: { read: READS, write: [] },
};

/** Whether a role may call a route with this method and permission; `any` means every member. */
export function isAllowed(role: Role, permission: Permission | 'any', method: string): boolean {
  if (permission === 'any') return true;
  const { read, write } = GRANTS[role];
  const reads = method === 'GET' || method === 'HEAD';
  return (reads && read.includes(permission)) || write.includes(permission);
}

/** A role's permissions in the dashboard's notation: those it may only see start with `see`. */
export function permissionsOf(role: Role): string[] {
  const { read, write } = GRANTS[role];
  return [...read.map((permission) => `see ${permission}`), ...write];
}

/** Nobody may give, take or end a role above their own. */
export function mayChange(actor: Role, from: Role | undefined, to: Role | undefined): boolean {
  const rank = ROLES.indexOf(actor);
  return [from, to].every((role) => role === undefined || ROLES.indexOf(role) >= rank);
}

/** The scopes allowed for a key that this role creates: only those the role itself has. */
export function scopesOf(role: Role): Permission[] {
  const { read, write } = GRANTS[role];
  return [...new Set([...read, ...write])];
}
