import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { STOP_TIMEOUT_MS } from '../server/src/launch/launch.ts';
import { projectFiles, ROOT, readText, settingNames } from './repository.ts';
import { readCompose } from './ship/compose.ts';
import { at, documentsOf, KUBERNETES, manifests, POD, podsOf } from './ship/manifests.ts';

const dockerfile = readText('Dockerfile');
const compose = readCompose(readText('compose.yaml'));
const live = readCompose(readText('compose.yaml'), { PONTE_BASE_URL: 'https://pay.example.com' });

/** The environment variables that a role, the sandbox or a third-party image reads. */
const SETTINGS = settingNames();

function unknownSettings(names: readonly string[]): string[] {
  return names.filter((name) => !SETTINGS.has(name.replace(/_FILE$/, '')));
}

test('every image is pinned to a version', () => {
  const bases = [...dockerfile.matchAll(/^(?:ARG NODE_IMAGE=|FROM (?!\$|\w+ AS))(\S+)/gm)];
  const named = [...bases.map(([, image = '']) => image)];
  for (const { image } of Object.values(compose.services)) named.push(image);
  assert.ok(named.length > 5);
  for (const image of named) assert.match(image, /^[\w./-]+:[\w.-]*\d[\w.-]*$/);
});

test('every path that the Dockerfile copies exists and passes .dockerignore', () => {
  const allowed = readText('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  assert.ok(copied.length > 10);
  for (const path of copied) {
    assert.ok(existsSync(join(ROOT, path)), path);
    const isAllowed = allowed.some((other) => other === path || other.startsWith(`${path}/`));
    assert.ok(isAllowed, `.dockerignore excludes ${path}`);
  }
  // Everything not named here stays out of the image.
  assert.match(readText('.dockerignore'), /^\*$/m);
});

test('the image is built once, for all services that run it', () => {
  const own = Object.entries(compose.services).filter(([, { image }]) => image === 'ponte:0.1.0');
  const builders = own.filter(([, { build }]) => build !== undefined).map(([name]) => name);
  // A service outside a plain `up` would not be built by it.
  assert.deepEqual(builders, ['migrate']);
  assert.equal(compose.services['migrate']?.profiles, undefined);
  for (const [name, service] of own) assert.equal(service.pull_policy, 'never', name);
});

test('the image runs as an unprivileged user and reads its keys from files', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  assert.match(last, /^USER 1000:1000$/m);
  assert.match(last, /^ENTRYPOINT \["node", "server\/src\/cli\.ts"\]$/m);
  assert.match(last, /PONTE_ENCRYPTION_KEYS_FILE=\/run\/secrets\//);
  assert.doesNotMatch(dockerfile, /^(ADD|RUN .*(curl|wget|sudo))/m);
});

test('every setting, secret, network and volume that compose.yaml names exists', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    const own = Object.keys(service.environment ?? {});
    if (service.image === 'ponte:0.1.0') assert.deepEqual(unknownSettings(own), [], name);
    for (const secret of service.secrets ?? []) assert.ok(compose.secrets[secret], secret);
    const networks = Array.isArray(service.networks)
      ? service.networks
      : Object.keys(service.networks);
    for (const network of networks) assert.ok(network in compose.networks, network);
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      const isFile = source.startsWith('./');
      assert.ok(isFile ? existsSync(join(ROOT, source)) : source in compose.volumes, volume);
    }
    for (const [, value] of Object.entries(service.environment ?? {})) {
      const file = /^\/run\/secrets\/(\w+)$/.exec(value)?.[1];
      if (file !== undefined) assert.ok(service.secrets?.includes(file), `${name} reads ${file}`);
    }
  }
  for (const { file } of Object.values(compose.secrets)) {
    assert.match(
      readText('deploy/make-secrets.sh'),
      new RegExp(`keep ${file.split('/')[2]}$`, 'm'),
    );
  }
});

test('only one local port is published, and database and sandbox stay on the internal network', () => {
  const { database, sandbox, proxy } = compose.services;
  assert.deepEqual(database?.networks, ['inside']);
  assert.deepEqual(sandbox?.networks, ['inside']);
  assert.equal(compose.networks['inside']?.internal, true);
  assert.deepEqual(proxy?.secrets ?? [], []);
  assert.ok(!sandbox?.secrets?.includes('encryption_keys'));
  assert.deepEqual(
    Object.values(compose.services).flatMap(({ ports = [] }) => ports),
    ['127.0.0.1:8080:8080'],
  );
  // Only its own address is trusted, and it has that address.
  const { ipv4_address: address } = Array.isArray(proxy?.networks)
    ? {}
    : (proxy?.networks['edge'] ?? {});
  assert.equal(compose.services['api']?.environment?.['PONTE_TRUSTED_PROXIES'], address);
});

test('PONTE_BASE_URL alone makes the proxy and Ponte live', () => {
  for (const name of ['proxy', 'api', 'worker']) {
    const { environment } = live.services[name] ?? {};
    assert.equal(environment?.['PONTE_BASE_URL'], 'https://pay.example.com');
  }
  assert.match(readText('deploy/Caddyfile'), /^\{\$PONTE_BASE_URL\} \{$/m);
});

test('deploy/live.yaml adds known settings, and each secret one from its own file', () => {
  const document: unknown = parse(readText('deploy/live.yaml'), { merge: true });
  const given = new Map<string, unknown>(Object.entries(at(document, 'secrets') ?? {}));
  const files = [...given.values()].map((secret) => at(secret, 'file'));
  const settings = new Map<string, unknown>(
    Object.entries(at(document, 'x-live', 'environment') ?? {}),
  );
  assert.deepEqual(unknownSettings([...settings.keys()]), []);
  assert.deepEqual(at(document, 'x-live', 'secrets'), [...given.keys()]);
  for (const [name, value] of settings) {
    const file = /^\/run\/secrets\/(\w+)$/.exec(String(value))?.[1];
    if (name.endsWith('_FILE')) assert.ok(files.includes(`deploy/secrets/${String(file)}`), name);
  }
  const services = Object.keys(at(document, 'services') ?? {});
  assert.deepEqual(
    services.filter((name) => !(name in compose.services)),
    [],
  );
  // Over IPv6 Docker replaces the client's address by its own.
  const ports = at(document, 'services', 'proxy', 'ports');
  assert.ok(Array.isArray(ports));
  for (const port of ports) assert.match(String(port), /^0\.0\.0\.0:/);
});

test('every setting named in a guide can be passed to the containers', () => {
  // The list of all settings has those of developers, too.
  const pages = projectFiles().filter((path) =>
    /^docs\/guide\/\w+\/(?!settings).*\.md$/.test(path),
  );
  const named = new Set(pages.flatMap((page) => readText(page).match(/\bPONTE_[A-Z_]+\b/g) ?? []));
  // No other guide says whom a shop may charge.
  for (const name of ['PONTE_TAX_ID_CHECK_DIGITS', 'PONTE_ALPHANUMERIC_CNPJ']) named.add(name);
  // The containers have their own database.
  const settings = [...named].filter(
    (name) => SETTINGS.has(name) && !name.startsWith('PONTE_DATABASE_'),
  );
  const ofImage = dockerfile.match(/\bPONTE_[A-Z_]+(?==)/g) ?? [];
  assert.ok(settings.length > 10);
  const added = at(parse(readText('deploy/live.yaml'), { merge: true }), 'x-live', 'environment');
  for (const role of ['api', 'worker', 'ponte']) {
    const own = [
      ...ofImage,
      ...Object.keys(compose.services[role]?.environment ?? {}),
      ...Object.keys(added ?? {}),
    ];
    const missing = settings.filter((name) => !own.includes(name) && !own.includes(`${name}_FILE`));
    assert.deepEqual(missing.toSorted(), [], role);
  }
  // Both sides of the simulated provider's protocol depend on it.
  const { sandbox } = compose.services;
  assert.ok('PONTE_PROVIDER_DEPOSIT_FEE_CENTS' in (sandbox?.environment ?? {}));
  const pod = podsOf(manifests()).find(({ name }) => name === 'sandbox');
  assert.ok(pod?.settings.includes('PONTE_PROVIDER_DEPOSIT_FEE_CENTS'));
});

test('every container is started with an existing command', () => {
  const [start = ''] = /(?<=^CMD ).+$/m.exec(dockerfile) ?? [];
  // The Dockerfile's exec form is JSON.
  const commands = [JSON.parse(start) as string[]];
  for (const { image, command } of Object.values(compose.services)) {
    if (image === 'ponte:0.1.0' && command) commands.push(command);
  }
  for (const { args } of podsOf(manifests())) commands.push(args);
  const known = [...new Set(commands.map((command) => command.join(' ')))];
  assert.deepEqual(known.sort(), [
    'help',
    'migrate',
    'sandbox',
    'start --role api',
    'start --role worker',
  ]);
  const cli = join(ROOT, 'server/src/cli.ts');
  const { stdout } = spawnSync(process.execPath, [cli, 'help'], { encoding: 'utf8' });
  assert.match(stdout, /^ {2}start \[--role all\|api\|worker\]/m);
  for (const name of ['migrate', 'sandbox'])
    assert.match(stdout, new RegExp(`^ {2}${name}\\s`, 'm'));
});

test('the Kubernetes pods run restricted, with known settings', () => {
  const pods = podsOf(manifests());
  assert.deepEqual(pods.map(({ name }) => name).sort(), ['api', 'sandbox', 'worker']);
  for (const pod of pods) {
    assert.deepEqual(unknownSettings(pod.settings), []);
    assert.equal(pod.image, 'ponte', String(pod.name));
    assert.deepEqual(pod.security, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.equal(pod.runAsNonRoot, true);
    assert.equal(pod.automount, false);
    assert.deepEqual(pod.unmounted, []);
  }
});

test('the metrics network policy admits the metrics port of each pod', () => {
  const policy = documentsOf('network-policies.yaml').find(
    (document) => at(document, 'metadata', 'name') === 'metrics',
  );
  const ports = [at(policy, 'spec', 'ingress', 0, 'ports')].flat().map((one) => at(one, 'port'));
  const apps = [at(policy, 'spec', 'podSelector', 'matchExpressions', 0, 'values')].flat();
  for (const name of ['api', 'worker']) {
    assert.ok(apps.includes(name), name);
    const [pod] = documentsOf(`${name}.yaml`).map((document) => at(document, ...POD));
    assert.ok(ports.includes(at(pod, 'containers', 0, 'ports', 0, 'name')), name);
  }
});

test('the startup probe allows half an hour for migrations', () => {
  for (const name of ['api', 'worker']) {
    const [pod] = documentsOf(`${name}.yaml`).map((document) => at(document, ...POD));
    const probe = at(pod, 'containers', 0, 'startupProbe');
    const seconds = Number(at(probe, 'periodSeconds')) * Number(at(probe, 'failureThreshold'));
    assert.ok(seconds >= 1_800, `${name}.yaml`);
  }
});

test("every supervisor's stop timeout is longer than a shutdown may take", () => {
  const seconds = Object.values(STOP_TIMEOUT_MS).reduce((sum, ms) => sum + ms) / 1_000;
  for (const name of ['api', 'worker']) {
    const [pod] = documentsOf(`${name}.yaml`).map((document) => at(document, ...POD));
    const sleep = Number(at(pod, 'containers', 0, 'lifecycle', 'preStop', 'sleep', 'seconds') ?? 0);
    assert.ok(Number(at(pod, 'terminationGracePeriodSeconds')) - sleep > seconds, `${name}.yaml`);
    const period = compose.services[name]?.stop_grace_period ?? '';
    assert.ok(Number(/^(\d+)s$/.exec(period)?.[1]) > seconds, `${name} in compose.yaml`);
  }
  for (const language of ['en', 'pt']) {
    const guide = readText(`docs/guide/${language}/self-hosting.md`);
    assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(guide)?.[1]) > seconds, language);
    // Otherwise the database would receive the signal too, at once.
    assert.match(guide, /^KillMode=mixed$/m, language);
  }
});

test('changed settings restart the Kubernetes pods', () => {
  const [kustomization] = documentsOf('kustomization.yaml');
  // Generated names contain a hash, and each pod that reads one refers to it.
  assert.equal(at(kustomization, 'generatorOptions'), undefined);
  assert.deepEqual(at(kustomization, 'configMapGenerator'), [
    { name: 'ponte-settings', envs: ['settings.env'] },
  ]);
  for (const name of ['api', 'worker']) {
    const [pod] = documentsOf(`${name}.yaml`).map((document) => at(document, ...POD));
    const settings = at(pod, 'containers', 0, 'envFrom', 0, 'configMapRef', 'name');
    assert.equal(settings, 'ponte-settings', name);
  }
});

test('the kustomization lists every manifest except the example secret', () => {
  const [kustomization] = documentsOf('kustomization.yaml');
  const listed = at(kustomization, 'resources');
  const others = readdirSync(join(ROOT, KUBERNETES)).filter(
    (name) =>
      name.endsWith('.yaml') && !['kustomization.yaml', 'secrets.example.yaml'].includes(name),
  );
  assert.ok(Array.isArray(listed));
  assert.deepEqual(listed.toSorted(), others.sort());
});
