import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { raiseAlert } from '../operator-alerts/store.ts';
import { alertCommands } from './alert-commands.ts';

const app = await testApp();

test("text from a payer cannot control an operator's terminal", async () => {
  const subject = crypto.randomUUID();
  const detail = JSON.stringify({ customerMessage: 'pago\u009b2J\u202e\u007f!', name: 'João' });
  await raiseAlert(app.db, app, { environmentId: null, kind: 'paid_short', subject, detail });
  const [alert] = await app.db<{ id: number }>`
    select id from operator_alerts where subject = ${subject}`;
  const show = alertCommands['alert show'];
  assert.ok(alert && show?.on === 'app');
  const { json, text } = await show.run(app, { id: String(alert.id) }, app.config);
  assert.match(text ?? '', /\{"customerMessage":"pago2J!","name":"João"\}$/);
  assert.deepEqual('words' in json && json.words, [detail]);
});
