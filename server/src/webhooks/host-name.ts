/** Where clouds tell secrets, under names that any resolver near them knows. */
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

/** What networks call things of their own, and what no public name ends in. */
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
 * Whether a webhook may be sent to this name at all. Most names are judged by where they lead;
 * these are known to lead inside, or would wherever a resolver is found that knows them.
 */
export function isAllowedName(name: string, policy: { readonly allowPrivate: boolean }): boolean {
  if (name.split('.').includes('')) return false;
  if (METADATA_NAMES.some((metadata) => isWithin(name, metadata))) return false;
  if (policy.allowPrivate) return true;
  return name.includes('.') && !INTERNAL_SUFFIXES.some((suffix) => isWithin(name, suffix));
}

/** Names that stand for this machine in every resolver (RFC 6761). */
export function isLocalhost(name: string): boolean {
  return isWithin(name, 'localhost');
}

function isWithin(name: string, suffix: string): boolean {
  return name === suffix || name.endsWith(`.${suffix}`);
}
