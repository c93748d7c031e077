import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../repository.ts';
import { RULES, breachesOf } from './rules.ts';
import { WRITERS } from './tables.ts';
import { parseSource, readTree } from './tree.ts';

const FOLDERS = [
  'dashboard/src',
  'sdk/src',
  'sdk/test',
  'server/src',
  'server/test',
  'simulator/src',
  'simulator/test',
];

test('the code breaks no architecture rule', () => {
  const breaches = breachesOf(readTree(ROOT, FOLDERS));
  assert.equal(breaches.length, 0, `\n${breaches.join('\n')}`);
});

/** For each rule, a small tree that violates it: path → text. */
const BREACHES: Record<string, Record<string, string>> = {
  'files have no import cycles': {
    'server/src/links/a.ts': `import type { B } from './b.ts';`,
    'server/src/links/b.ts': `import { c } from './c.ts';`,
    'server/src/links/c.ts': `export { a } from './a.ts';`,
  },
  'folders have no import cycles': {
    'server/src/links/page/html.ts': `import { link } from '../link.ts';`,
    'server/src/links/show.ts': `import { html } from './page/html.ts';`,
  },
  'nouns have no import cycles': {
    'server/src/wallets/a.ts': `import { b } from '../links/page/b.ts';`,
    'server/src/links/c.ts': `const d = await import('../wallets/d.ts');`,
  },
  'only entry points import routes, jobs, commands and vendor adapters': {
    'server/src/links/list-links.ts': `import type { Route } from '../wallets/routes.ts';`,
  },
  'only entry points import an entry point': {
    'server/src/links/link.ts': `import '../api.ts';`,
  },
  'platform/ imports no project code except itself and the vocabulary': {
    'server/src/platform/http.ts': `import type { App } from '../app.ts';`,
  },
  'the vocabulary (money, ids, durations, errors, refusals, step) imports no project code except itself':
    {
      'server/src/money.ts': `import type { App } from './app.ts';`,
    },
  'app.ts imports types only': {
    'server/src/app.ts': `import { type Db, connect } from './platform/db.ts';`,
  },
  'a noun file imports no database, network or framework': {
    'server/src/api-keys/api-key.ts': `type Server = import('fastify').FastifyInstance;`,
  },
  'platform/ contains no payment terms': {
    'server/src/platform/job-loop.ts': `export const name = 'expire_pix_codes';`,
  },
  'a table is written only in its own folder': {
    'server/src/links/list-links.ts': 'await tx`update deposits d set status = ${status}`;',
  },
  'server, simulator, dashboard and sdk do not import each other': {
    'server/test/journeys/pay.test.ts': `import { start } from '../../../simulator/src/server.ts';`,
  },
  'the client in sdk/ imports only its own files': {
    'sdk/src/client.ts': `import { randomUUID } from 'node:crypto';`,
  },
  'only the dashboard has markup in its sources': { 'server/src/links/page.tsx': `export {};` },
  'no barrel file except the package entry': { 'simulator/src/index.ts': `export {};` },
  'a file name describes its content': { 'server/src/wallets/utils.ts': `export {};` },
};

for (const [rule, files] of Object.entries(BREACHES)) {
  test(`a violation is detected: ${rule}`, () => {
    const tree = Object.entries(files).map(([path, text]) => parseSource(path, text));
    const caught = breachesOf(tree);
    assert.ok(
      caught.some((breach) => breach.endsWith(`: ${rule}`)),
      `caught only: ${caught}`,
    );
    assert.ok(
      Object.keys(files).some((path) => caught.join().includes(path.replace(/\/\w+\.ts$/, ''))),
    );
  });
}

test('every rule has an example of its violation above', () => {
  assert.deepEqual(Object.keys(BREACHES).sort(), RULES.map(({ name }) => name).sort());
});

test('every table has a list of writers', () => {
  const migrations = join(ROOT, 'server/migrations');
  const tables = readdirSync(migrations).flatMap((name) =>
    [
      ...readFileSync(join(migrations, name), 'utf8').matchAll(
        /^create (?:unlogged )?table (\w+)/gm,
      ),
    ].map(([, table]) => table),
  );
  // The table of migrations is older than the first migration.
  assert.deepEqual(Object.keys(WRITERS).sort(), [...tables, 'schema_migrations'].sort());
});

test('every form of write statement is detected, also on an unknown table', () => {
  for (const statement of [
    'insert into wallets (id) values (1)',
    'update wallets set label = null',
    'update wallets w\n  set label = null',
    'with gone as (delete from wallets returning id) select id from gone',
    'insert into journals_of_nobody (id) values (1)',
  ]) {
    const file = parseSource('server/src/deposits/store.ts', `await tx\`${statement}\`;`);
    assert.equal(breachesOf([file]).length, 1, statement);
  }
});

test('allowed code passes every rule', () => {
  const tree = Object.entries({
    'server/src/api.ts': `import { routes } from './deposits/routes.ts';
      import { createClient } from './provider/eulen/client.ts';`,
    'server/src/cli.ts': `import { launch } from './launch/launch.ts';`,
    'server/src/app.ts': `import type { Db } from './platform/db.ts';`,
    'server/src/errors.ts': `import { cents } from './money.ts';`,
    'server/src/deposits/deposit.ts': `import type { Cents } from '../money.ts';`,
    'server/src/deposits/deposit.test.ts': `import { test } from 'node:test';
      import { connect } from '../platform/db.ts'; import { app } from '../api.ts';`,
    'server/src/deposits/store.ts': `// It is no insert into wallets or delete from events.
      await tx\`select d.id from deposits d join wallets w for update of d skip locked\`;
      await tx\`insert into deposits (id) values (1) on conflict (id) do update set id = 1\`;`,
    'server/src/provider/eulen/client.ts': `import { translate } from './translate.ts';`,
    'server/src/listeners/commands.ts': `import { run } from '../../../sdk/src/cli/run.ts';`,
    'sdk/src/cli/run.ts': `import { argv } from 'node:process'; import { open } from '../index.ts';`,
    'sdk/src/index.ts': `export { open } from './client.ts';`,
    'sdk/test/gateway.test.ts': `import { openGateway } from '../../server/test/gateway.ts';`,
    'server/src/platform/db.ts': `/** A deposit may be meant. */ import pg from 'pg';
      // A wallet may have that name, too.
      const pixels = 1;`,
  }).map(([path, text]) => parseSource(path, text));
  assert.deepEqual(breachesOf(tree), []);
});
