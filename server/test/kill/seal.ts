import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { unlessGone } from './processes.ts';

/** A network namespace with nothing but loopback, for one process tree. */
export const SEAL = ['unshare', '--net', '--', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

/** Whether nothing can leave this network, so that every attempt is counted. */
export function isSealed(): boolean {
  return readProc('net/route').trim().split('\n').length <= 1 && !hasRouteOfIpv6();
}

/** Other than loopback, and the routes that the kernel rejects by itself. */
function hasRouteOfIpv6(): boolean {
  return readProc('net/ipv6_route')
    .split('\n')
    .some((line) => line !== '' && !line.trimEnd().endsWith(' lo'));
}

/**
 * Re-runs this program in a sealed network, if the machine lets us create one.
 * @returns its exit code; undefined if we are in one, or cannot have one
 */
export async function runSealed(): Promise<number | undefined> {
  const [command = '', ...args] = SEAL;
  if (isSealed() || spawnSync(command, [...args, 'true']).status !== 0) return undefined;
  const own = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(command, [...args, ...own], { stdio: 'inherit' });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  // A terminal signals the child too; we only must not end before it.
  process
    .on('SIGTERM', forward)
    .on('SIGHUP', forward)
    .on('SIGINT', () => undefined);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
  return promise;
}

/** How many packets and connections could not be routed since this network was created. */
export function countUnroutable(): number {
  const [names = '', values = ''] = readProc('net/snmp')
    .split('\n')
    .filter((line) => line.startsWith('Ip: '));
  const at = names.split(' ').indexOf('OutNoRoutes');
  const ipv6 = /^Ip6OutNoRoutes\s+(\d+)$/m.exec(readProc('net/snmp6'))?.[1] ?? '0';
  return Number(values.split(' ')[at]) + Number(ipv6);
}

function readProc(file: string): string {
  return unlessGone(() => readFileSync(`/proc/self/${file}`, 'utf8'));
}
