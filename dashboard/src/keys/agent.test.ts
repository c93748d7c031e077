import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AgentValues, agentOf, callProblem, dayProblem, PROGRAM } from './agent.ts';
import { CLIENTS, clientWith } from './snippets.ts';

const AGENT: AgentValues = { holder: 'agent', orders: true, perCall: '100,00', perDay: '500' };

test('an agent key is read-only unless ordering is chosen, which sends its caps', () => {
  assert.deepEqual(agentOf(PROGRAM, 'pt'), {});
  assert.deepEqual(agentOf({ ...AGENT, orders: false }, 'pt'), { agent: { caps: null } });
  const caps = { perCallCents: 10_000, perDayCents: 50_000 };
  assert.deepEqual(agentOf(AGENT, 'pt'), { agent: { caps } });
});

test('caps are validated only for ordering agents, and the daily cap covers at least one call', () => {
  assert.equal(callProblem({ ...AGENT, orders: false, perCall: '' }, 'pt'), undefined);
  assert.equal(dayProblem({ ...PROGRAM, perDay: 'x' }, 'pt'), undefined);
  assert.equal(callProblem({ ...AGENT, perCall: '' }, 'pt'), 'missing');
  assert.equal(callProblem({ ...AGENT, perCall: '1,99' }, 'pt'), 'outOfRange');
  assert.equal(dayProblem({ ...AGENT, perDay: '99,99' }, 'pt'), 'lessThanCall');
  assert.equal(dayProblem({ ...AGENT, perDay: '2.000.000' }, 'pt'), 'tooMuch');
  assert.equal(dayProblem({ ...AGENT, perDay: '9'.repeat(14) }, 'pt'), 'tooMuch');
  assert.equal(dayProblem(AGENT, 'pt'), undefined);
});

test('the settings shown for each client hold URL and key, as JSON or as a command', () => {
  for (const client of CLIENTS) {
    const text = clientWith(client, 'https://p.example', 'pt_test_x');
    assert.match(text, /https:\/\/p\.example\/mcp/);
    assert.match(text, /Bearer pt_test_x/);
    if (client !== 'claudeCode') JSON.parse(text);
  }
});
