/**
 * `npm run test:ship`: builds the Dockerfile, starts compose.yaml's containers without a daemon,
 * and has deposits paid through the proxy while an API and a worker are taken away. Exits with 2 if
 * it is not root or one of the Debian tools is missing.
 */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SEAL } from '../server/test/kill/seal.ts';
import { step } from './examples/step.ts';
import { ROOT, readText } from './repository.ts';
import { buildImages, IMAGES } from './ship/build-images.ts';
import { readCompose } from './ship/compose.ts';
import { openContainers } from './ship/containers.ts';
import { missingPackages, openEngine, run, runAloud } from './ship/engine.ts';
import { useInstallation } from './ship/use-installation.ts';
import { readOptions } from './read-options.ts';
import { whenInterrupted } from './when-interrupted.ts';

const values = readOptions({ 'built-in': { type: 'string' } });
const built = values['built-in'];
const interrupted = whenInterrupted();
await using stack = new AsyncDisposableStack();
await Promise.race([built === undefined ? ship() : useImages(built), interrupted]);

async function ship(): Promise<void> {
  const missing = missingPackages();
  if (missing.length > 0 || process.getuid?.() !== 0) {
    console.error(`Needs root, and of Debian's packages: ${missing.join(' ') || 'nothing more'}.`);
    process.exitCode = 2;
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'ponte-ship-'));
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await step('the images are built', () => buildImages(openEngine(folder), folder));
  // Bridges, rules and ports are created in a network namespace, and gone with it.
  const again = [process.execPath, import.meta.filename, '--built-in', folder];
  await runAloud([...SEAL, ...again]);
  console.log('✔ the image and compose.yaml work');
}

async function useImages(folder: string): Promise<void> {
  const engine = openEngine(folder);
  const site = join(folder, 'site');
  await mkdir(site);
  await cp(join(ROOT, 'deploy'), join(site, 'deploy'), { recursive: true });
  await step('the secrets are generated', () => run('sh', [join(site, 'deploy/make-secrets.sh')]));
  const compose = readCompose(readText('compose.yaml'));
  const containers = openContainers(engine, compose, IMAGES, site);
  stack.defer(() => containers.down());
  await step('all services start, in dependency order', () => containers.up());
  await useInstallation(engine, containers);
}
