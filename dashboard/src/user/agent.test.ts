import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserOf, systemOf } from './agent.ts';

const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const AGENTS = [
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    'Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge',
    'Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${KHTML} Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari',
    'Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
] as const;

test('browser and system are recognized from the user agent', () => {
  for (const [agent, browser, system] of AGENTS) {
    assert.equal(browserOf(agent), browser, agent);
    assert.equal(systemOf(agent), system, agent);
  }
});

test('an unknown user agent has no browser and no system', () => {
  assert.equal(browserOf('curl/8.5.0'), undefined);
  assert.equal(systemOf(''), undefined);
});
