import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { counted } from '../platform/metrics.ts';
import { refuseStep } from './refuse-step.ts';

test('an impossible transition is counted, and logged without other data of the resource', async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const step = { from: 'REFUNDED', to: 'CONFIRMED', cause: 'poll' } as const;
  counted.resetMetrics();
  refuseStep({ log }, 'deposit', 'dep_1', step);
  refuseStep({ log }, 'deposit', 'dep_2', step);
  const [line = ''] = lines;
  const { level, time, ...said } = JSON.parse(line) as Record<string, unknown>;
  assert.deepEqual([level, typeof time], [40, 'number']);
  assert.deepEqual(said, {
    ...{ resource: 'dep_1', from: 'REFUNDED', to: 'CONFIRMED', cause: 'poll' },
    msg: 'an impossible transition was refused',
  });
  const metric = await counted.getSingleMetricAsString('ponte_transitions_refused_total');
  assert.match(metric, /{resource="deposit",from="REFUNDED",to="CONFIRMED"} 2/);
});
