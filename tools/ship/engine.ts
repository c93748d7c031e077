import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** What builds and runs containers without a daemon: each is the Debian package of that name. */
const TOOLS = ['buildah', 'catatonit', 'iptables', 'mmdebstrap', 'podman', 'runc'];

/** What is missing on this machine, as arguments for `apt-get install`. */
export function missingPackages(): string[] {
  return TOOLS.filter((name) => spawnSync('which', [name]).status !== 0);
}

/** Runs buildah and podman with their own storage, which is gone with the folder. */
export interface Engine {
  buildah(...args: readonly string[]): Promise<string>;
  podman(...args: readonly string[]): Promise<string>;
}

export function openEngine(folder: string): Engine {
  const storage = ['--root', `${folder}/storage`, '--runroot', `${folder}/run`];
  const env = {
    ...process.env,
    STORAGE_DRIVER: 'vfs',
    BUILDAH_ISOLATION: 'chroot',
    TMPDIR: folder,
  };
  const machine = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', '--log-level', 'error'];
  const network = ['--network-config-dir', `${folder}/networks`];
  return {
    buildah: (...args) => run('buildah', [...storage, ...args], env),
    podman: (...args) => run('podman', [...storage, ...machine, ...network, ...args], env),
  };
}

/** @returns its output @throws Error with its output */
export async function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [status] = await once(child, 'close');
  if (status === 0) return output.trim();
  throw new Error(`${command} ${args.join(' ')} failed:\n${output}${errors}`.slice(-4_000));
}

/** The same, with its output passed through as it comes, and our signals forwarded. */
export async function runAloud([command = '', ...args]: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: 'inherit' });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGTERM', forward).on('SIGHUP', forward);
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`It ended with ${String(status)}.`);
}
