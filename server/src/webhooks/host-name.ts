/** Cloud metadata services, under names that resolvers inside those clouds know. */
const METADATA_NAMES = [
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.internal',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
  'rancher-metadata',
];

/** Suffixes that networks use for internal names, and that no public name has. */
const INTERNAL_SUFFIXES = [
  'corp',
  'home',
  'home.arpa',
  'internal',
  'intranet',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'private',
  'svc',
];

/**
 * Whether a webhook may be sent to this name at all. Most names are judged by the addresses they
 * resolve to; these are internal, at least on networks whose resolver knows them.
 */
export function isAllowedName(name: string, policy: { readonly allowPrivate: boolean }): boolean {
  if (name.split('.').includes('')) return false;
  if (METADATA_NAMES.some((metadata) => isWithin(name, metadata))) return false;
  if (policy.allowPrivate) return true;
  return name.includes('.') && !INTERNAL_SUFFIXES.some((suffix) => isWithin(name, suffix));
}

/** Names that mean this machine in every resolver (RFC 6761). */
export function isLocalhost(name: string): boolean {
  return isWithin(name, 'localhost');
}

function isWithin(name: string, suffix: string): boolean {
  return name === suffix || name.endsWith(`.${suffix}`);
}
