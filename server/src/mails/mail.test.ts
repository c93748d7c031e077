import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../ids.ts';
import { letterOf, type Mail } from './mail.ts';

test('every letter is short lines of plain text that name nothing secret', () => {
  const accountId = newId('acc');
  const endpointId = newId('whe');
  for (const reason of ['gone', 'dead'] as const) {
    for (const mode of ['test', 'live'] as const) {
      const facts = {
        endpointId,
        host: 'shop.example',
        mode,
        reason,
        since: '2026-11-16T10:00:00.000Z',
      };
      const mail: Mail = { accountId, kind: 'endpoint_disabled', subject: endpointId, facts };
      const { subject, text } = letterOf(mail);
      assert.ok(subject.length < 200 && !/[\r\n]/.test(subject));
      assert.ok(!/undefined|\[object/.test(text), text);
      assert.ok(Math.max(...text.split('\n').map((line) => line.length)) < 200, text);
    }
  }
});
