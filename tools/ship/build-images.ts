import { cp, mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '../repository.ts';
import { type Engine, run } from './engine.ts';

const STAND_INS = join(import.meta.dirname, 'stand-ins');
/** The authorities that this machine trusts, including its network's own. */
const TRUSTED = '/etc/ssl/certs/ca-certificates.crt';
const BASE = 'localhost/stand-in/node';

/** What replaces the images that compose.yaml names. */
export const IMAGES = {
  'ponte:0.1.0': 'localhost/ponte',
  'postgres:17-bookworm': 'localhost/stand-in/database',
  'caddy:2.11-alpine': 'localhost/stand-in/proxy',
} as const;

/**
 * Builds the Dockerfile as it is. An image registry is not reachable everywhere, so the base images
 * of the Dockerfile and of compose.yaml are assembled from Debian packages: another Debian of the
 * same release, with the Node and npm that run here.
 */
export async function buildImages(engine: Engine, folder: string): Promise<void> {
  await makeBase(engine, folder);
  const format = ['--format', 'docker', '--quiet'];
  const ponte = ['--build-arg', `NODE_IMAGE=${BASE}`, '--tag', IMAGES['ponte:0.1.0'], ROOT];
  await engine.buildah('bud', ...format, ...ponte);
  for (const tag of [IMAGES['postgres:17-bookworm'], IMAGES['caddy:2.11-alpine']]) {
    const file = join(STAND_INS, `${basename(tag)}.Containerfile`);
    const base = ['--build-arg', `BASE=${BASE}`];
    await engine.buildah('bud', ...format, ...base, '--tag', tag, '--file', file, STAND_INS);
  }
}

/** Replaces node:24-bookworm-slim. */
async function makeBase({ buildah }: Engine, folder: string): Promise<void> {
  const archive = join(folder, 'debian.tar');
  const packages = '--include=ca-certificates';
  await run('mmdebstrap', ['--quiet', '--variant=minbase', packages, 'bookworm', archive]);
  const npm = await npmFolder();
  await mkdir(join(folder, 'npm'), { recursive: true });
  await cp(npm, join(folder, 'npm'), { recursive: true });
  const registry = await run('npm', ['config', 'get', 'registry']);
  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, archive, '/');
  await buildah('copy', '--quiet', container, process.execPath, '/usr/local/bin/node');
  await buildah('copy', '--quiet', container, join(folder, 'npm'), '/usr/local/lib/npm');
  await buildah('copy', '--quiet', container, TRUSTED, TRUSTED);
  const rest = [
    'ln -s ../lib/npm/bin/npm-cli.js /usr/local/bin/npm',
    'groupadd --gid 1000 node',
    'useradd --uid 1000 --gid 1000 --create-home node',
  ];
  await buildah('run', container, '--', 'sh', '-c', rest.join(' && '));
  const settings = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    NODE_EXTRA_CA_CERTS: TRUSTED,
    npm_config_registry: registry,
  };
  const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  await buildah('config', ...env, container);
  await buildah('commit', '--quiet', '--rm', container, BASE);
}

/** Where this machine's npm is installed, whichever Node runs it. */
async function npmFolder(): Promise<string> {
  const program = await realpath(await run('which', ['npm']));
  return join(dirname(program), '..');
}
