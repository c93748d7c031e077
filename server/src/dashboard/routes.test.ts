import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { openHttp } from '../platform/http.ts';
import { registerDashboard } from './routes.ts';

test('the bare address leads a browser to the dashboard, and no cache gives that to a program', async (t) => {
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
