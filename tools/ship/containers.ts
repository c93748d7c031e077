import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { type Compose, inOrder, type Service } from './compose.ts';
import type { Engine } from './engine.ts';

const HEALTHY_MS = 120_000;
/** Without the right to raise limits, an engine must be given ones that it can have. */
const LIMITS = ['--ulimit', 'nofile=8192:8192', '--ulimit', 'nproc=4096:4096'];

export interface Containers {
  /** Starts every service that a plain `up` starts, each once its dependencies are ready. */
  up(): Promise<void>;
  /** Runs one command in a new container of a service. @returns its output */
  runOnce(service: string, command: readonly string[]): Promise<string>;
  /** The container of a running service, numbered from 1. */
  nameOf(service: string, number?: number): string;
  down(): Promise<void>;
}

/** Carries out compose.yaml with podman: everything that the file's schema allows is done here. */
export function openContainers(
  { podman }: Engine,
  compose: Compose,
  images: Readonly<Record<string, string>>,
  root: string,
): Containers {
  const started: string[] = [];
  const nameOf = (service: string, number = 1): string =>
    `${compose.name}-${service}-${String(number)}`;
  const optionsOf = (name: string, service: Service): string[] =>
    optionsOfService(compose, name, service, root);
  const imageOf = ({ image }: Service): string => {
    const known = images[image];
    if (known === undefined) throw new Error(`${image} was not built.`);
    return known;
  };
  const start = async (name: string, service: Service): Promise<void> => {
    for (let number = 1; number <= (service.deploy?.replicas ?? 1); number += 1) {
      const container = nameOf(name, number);
      const place = ['--detach', '--name', container, '--hostname', container];
      started.push(container);
      const command = service.command ?? [];
      await podman('run', ...place, ...optionsOf(name, service), imageOf(service), ...command);
    }
  };
  return {
    nameOf,
    up: async () => {
      for (const [name, network] of Object.entries(compose.networks)) {
        await podman('network', 'create', ...networkOptions(network), networkName(compose, name));
      }
      for (const [name, service] of inOrder(compose)) {
        if (service.profiles !== undefined) continue;
        for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
          const awaited = compose.services[other];
          if (awaited) await untilReady(podman, nameOf, other, awaited, condition);
        }
        await start(name, service);
      }
    },
    runOnce: (name, command) => {
      const service = compose.services[name];
      if (!service) throw new Error(`There is no service ${name}.`);
      return podman('run', '--rm', ...optionsOf(name, service), imageOf(service), ...command);
    },
    down: async () => {
      if (started.length > 0) await podman('rm', '--force', '--volumes', '--time', '2', ...started);
      for (const name of Object.keys(compose.networks)) {
        await podman('network', 'rm', '--force', networkName(compose, name));
      }
      for (const name of Object.keys(compose.volumes)) {
        await podman('volume', 'rm', '--force', volumeName(compose, name));
      }
    },
  };
}

function networkName({ name }: Compose, network: string): string {
  return `${name}_${network}`;
}

function volumeName({ name }: Compose, volume: string): string {
  return `${name}_${volume}`;
}

function networkOptions({ internal, ipam }: Compose['networks'][string]): string[] {
  const [range] = ipam?.config ?? [];
  return [
    ...(internal === true ? ['--internal'] : []),
    ...(range ? ['--subnet', range.subnet, '--ip-range', range.ip_range] : []),
  ];
}

function optionsOfService(
  compose: Compose,
  name: string,
  service: Service,
  root: string,
): string[] {
  const each = (flag: string, values: readonly string[] = []): string[] =>
    values.flatMap((value) => [flag, value]);
  const networks = Array.isArray(service.networks)
    ? service.networks.map((network): [string, { ipv4_address?: string }] => [network, {}])
    : Object.entries(service.networks);
  return [
    ...LIMITS,
    '--pull=never',
    '--no-healthcheck',
    '--read-only',
    '--read-only-tmpfs=false',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    ...(service.init ? ['--init'] : []),
    ...(service.user === undefined ? [] : ['--user', service.user]),
    ...(service.shm_size === undefined ? [] : ['--shm-size', service.shm_size]),
    ...(service.stop_signal === undefined ? [] : ['--stop-signal', service.stop_signal]),
    ...each('--cap-add', service.cap_add),
    ...each('--tmpfs', service.tmpfs),
    ...each(
      '--env',
      Object.entries(service.environment ?? {}).map((pair) => pair.join('=')),
    ),
    ...each(
      '--volume',
      service.secrets?.map((secret) => secretOf(compose, secret, root)),
    ),
    ...each(
      '--volume',
      service.volumes?.map((volume) => volumeOf(compose, volume, root)),
    ),
    ...each('--publish', service.ports),
    ...networks.flatMap(([network, { ipv4_address: address }]) => [
      '--network',
      [
        `${networkName(compose, network)}:alias=${name}`,
        ...(address ? [`ip=${address}`] : []),
      ].join(),
    ]),
  ];
}

function secretOf(compose: Compose, secret: string, root: string): string {
  const file = compose.secrets[secret]?.file;
  if (file === undefined) throw new Error(`There is no secret ${secret}.`);
  return `${join(root, file)}:/run/secrets/${secret}:ro`;
}

function volumeOf(compose: Compose, volume: string, root: string): string {
  const [source = '', ...rest] = volume.split(':');
  const isFile = source.startsWith('./');
  if (!isFile && !(source in compose.volumes)) throw new Error(`There is no volume ${source}.`);
  return [isFile ? join(root, source) : volumeName(compose, source), ...rest].join(':');
}

async function untilReady(
  podman: Engine['podman'],
  nameOf: Containers['nameOf'],
  name: string,
  service: Service,
  condition: string,
): Promise<void> {
  if (condition === 'service_completed_successfully') {
    const status = await podman('wait', nameOf(name));
    if (status === '0') return;
    throw new Error(`${name} ended with ${status}:\n${await podman('logs', nameOf(name))}`);
  }
  const { healthcheck } = service;
  if (!healthcheck || 'disable' in healthcheck) throw new Error(`${name} has no healthcheck.`);
  const [form, ...command] = healthcheck.test;
  if (form !== 'CMD') throw new Error(`The healthcheck of ${name} wants a shell.`);
  for (let number = 1; number <= (service.deploy?.replicas ?? 1); number += 1) {
    const container = nameOf(name, number);
    const deadline = performance.now() + HEALTHY_MS;
    for (;;) {
      const fault = await podman('exec', container, ...command).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (fault === undefined) break;
      const state = await podman('inspect', '--format', '{{.State.Status}}', container);
      if (performance.now() > deadline || state !== 'running') {
        const log = await podman('logs', '--tail', '30', container).catch(() => '');
        throw new Error(`${container} is ${state} and does not become healthy:\n${log}`, {
          cause: fault,
        });
      }
      await pause(500);
    }
  }
}
