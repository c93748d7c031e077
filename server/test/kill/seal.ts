import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A network with nothing but this machine in it, which the kernel makes for one process tree. */
export const SEAL = ['unshare', '--net', '--', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

/** Whether nothing can leave this network, so that every try to leave it is counted. */
export function isSealed(): boolean {
  return readProc('net/route').trim().split('\n').length <= 1 && !hasRouteOfIpv6();
}

/** Loopback, and what the kernel rejects by itself. */
function hasRouteOfIpv6(): boolean {
  return readProc('net/ipv6_route')
    .split('\n')
    .some((line) => line !== '' && !line.trimEnd().endsWith(' lo'));
}

/**
 * Runs this program once more in a sealed network, where the machine lets us make one.
 * @returns its exit code; undefined where we are in one, or cannot have one
 */
export async function runSealed(): Promise<number | undefined> {
  const [command = '', ...args] = SEAL;
  if (isSealed() || spawnSync(command, [...args, 'true']).status !== 0) return undefined;
  const own = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(command, [...args, ...own], { stdio: 'inherit' });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  // A terminal tells the child by itself; it is us who must not end before it.
  process
    .on('SIGTERM', forward)
    .on('SIGHUP', forward)
    .on('SIGINT', () => undefined);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
  return promise;
}

/** How many packets and connections had nowhere to go since this network was made. */
export function countUnroutable(): number {
  const [names = '', values = ''] = readProc('net/snmp')
    .split('\n')
    .filter((line) => line.startsWith('Ip: '));
  const at = names.split(' ').indexOf('OutNoRoutes');
  const ipv6 = /^Ip6OutNoRoutes\s+(\d+)$/m.exec(readProc('net/snmp6'))?.[1] ?? '0';
  return Number(values.split(' ')[at]) + Number(ipv6);
}

function readProc(file: string): string {
  try {
    return readFileSync(`/proc/self/${file}`, 'utf8');
  } catch {
    return '';
  }
}
