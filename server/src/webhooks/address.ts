import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Who an address belongs to. Anything neither public nor private can never be a receiver. */
type Reach = 'public' | 'private' | 'forbidden';

export interface AddressPolicy {
  readonly allowPrivate: boolean;
  /** Ports on which this installation itself listens. */
  readonly reservedPorts: readonly number[];
}

/** Whether a webhook may be sent to this IP address, however it is spelled. */
export function isAllowedAddress(address: string, port: number, policy: AddressPolicy): boolean {
  if (isIP(address) === 0) return false;
  // An IPv4-mapped IPv6 address connects to the IPv4 address inside it.
  const ip = ipaddr.process(address);
  const reach = reachOf(ip);
  if (reach === 'forbidden' || (reach === 'private' && !policy.allowPrivate)) return false;
  if (!isOfThisMachine(ip)) return true;
  // Even under its own public address, a machine has services that its firewall hides from others.
  // A shop may run on the same machine.
  return !policy.reservedPorts.includes(port) && (policy.allowPrivate || SHOP_PORTS.has(port));
}

const SHOP_PORTS: ReadonlySet<number> = new Set([80, 443]);

type Ip = ipaddr.IPv4 | ipaddr.IPv6;

/** Cloud metadata services, on addresses that would otherwise count as public or private. */
const METADATA = new Set([
  '100.100.100.200',
  '168.63.129.16',
  'fd00:42::42',
  'fd00:c1::a9fe:a9fe',
  'fd00:ec2::23',
  'fd00:ec2::253',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

const PRIVATE_RANGES: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'carrierGradeNat',
  'uniqueLocal',
]);

const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

function reachOf(ip: Ip): Reach {
  if (METADATA.has(ip.toString())) return 'forbidden';
  if (ip instanceof ipaddr.IPv6 && ip.match(NAT64)) {
    // IPv6-only networks reach public IPv4 receivers through these; they must reach no others.
    const inner = ipaddr.fromByteArray(ip.toByteArray().slice(-4));
    return reachOf(inner) === 'public' ? 'public' : 'forbidden';
  }
  const range = ip.range();
  if (PRIVATE_RANGES.has(range)) return 'private';
  // Outside 2000::/3, ipaddr.js calls every range it does not know unicast.
  const isRoutable = ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_UNICAST);
  return range === 'unicast' && isRoutable ? 'public' : 'forbidden';
}

function isOfThisMachine(ip: Ip): boolean {
  if (ip.range() === 'loopback') return true;
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some(({ address }) => ipaddr.process(address).toString() === ip.toString());
}
