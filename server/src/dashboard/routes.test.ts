import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { openHttp } from '../platform/http.ts';
import { openBuild } from './read-build.ts';
import { registerDashboard } from './routes.ts';

test('the root URL redirects only browsers to the dashboard, and varies by Accept', async (t) => {
  const http = openHttp(pino({ level: 'silent' }), (routes) =>
    registerDashboard(routes, 'https://ponte.example'),
  );
  t.after(() => http.close());
  const ask = async (accept: string) => {
    const { statusCode, headers } = await http.inject({ url: '/', headers: { accept } });
    return [statusCode, headers.location, headers.vary];
  };
  assert.deepEqual(await ask('text/html,*/*;q=0.8'), [302, '/app', 'accept']);
  assert.deepEqual(await ask('application/json'), [404, undefined, 'accept']);
});

test('a dashboard file is served in the best encoding that the browser accepts', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-build-'));
  t.after(() => rm(directory, { recursive: true }));
  const assets = join(directory, 'dist', 'assets');
  await mkdir(assets, { recursive: true });
  for (const ending of ['', '.br', '.gz']) await writeFile(join(assets, `a.js${ending}`), ending);
  const http = openHttp(pino({ level: 'silent' }), (routes) =>
    registerDashboard(routes, 'https://ponte.example', openBuild(directory)),
  );
  t.after(() => http.close());
  for (const [accepted, encoding, body] of [
    ['gzip, deflate, br', 'br', '.br'],
    ['br;q=0, gzip', 'gzip', '.gz'],
    ['br;q=0, gzip;q=0', undefined, ''],
    ['', undefined, ''],
  ]) {
    const headers = { 'accept-encoding': accepted };
    const answer = await http.inject({ url: '/app/assets/a.js', headers });
    assert.equal(answer.statusCode, 200);
    assert.deepEqual([answer.headers['content-encoding'], answer.body], [encoding, body], accepted);
  }
});
