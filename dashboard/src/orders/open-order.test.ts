import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiFailure } from '../api/api-failure.ts';
import { openOrder, type OrderState } from './open-order.ts';

type State = OrderState<string>;

/** An order whose responses are given one by one, and what was sent under which key. */
function stage(answers: (string | ApiFailure)[], pausesMs: number[] = [0, 0, 0]) {
  const sent: [body: string, key: string][] = [];
  const states: State[] = [];
  let keys = 0;
  let settle: (state: State) => void = () => undefined;
  const tell = (state: State): void => {
    states.push(state);
    const isLast = state.step !== 'sending' && !(state.step === 'unknown' && state.isRetrying);
    if (isLast) settle(state);
  };
  const order = openOrder<string, string>(tell, { newKey: () => `key-${++keys}`, pausesMs });
  const settled = () => new Promise<State>((resolve) => (settle = resolve));
  const send = async (body: string, key: string): Promise<string> => {
    sent.push([body, key]);
    const answer = answers.shift();
    if (typeof answer === 'string') return answer;
    throw answer ?? new Error('unexpected request');
  };
  return {
    sent,
    states,
    order,
    submit: (body: string) => {
      const state = settled();
      order.submit(body, send);
      return state;
    },
    retryNow: () => {
      const state = settled();
      order.retryNow();
      return state;
    },
  };
}

const unknown = () => new ApiFailure('provider_error', '', { status: 502 });
const refused = () => new ApiFailure('invalid_pix_key', '', { status: 400 });
const limited = () => new ApiFailure('rate_limited', '', { status: 429 });

test('an order of unknown outcome is retried with the same key and body until it is known', async () => {
  const { submit, sent, states } = stage([unknown(), new ApiFailure('offline', ''), 'made']);
  assert.deepEqual(await submit('a'), { step: 'done', result: 'made' });
  assert.deepEqual(sent, [
    ['a', 'key-1'],
    ['a', 'key-1'],
    ['a', 'key-1'],
  ]);
  assert.deepEqual(
    states.map(({ step }) => step),
    ['sending', 'unknown', 'unknown', 'done'],
  );
});

test('the submission after a refusal uses a new key, whether changed or not', async () => {
  const { submit, sent } = stage([refused(), refused(), 'made']);
  assert.equal((await submit('a')).step, 'refused');
  assert.equal((await submit('a')).step, 'refused');
  assert.equal((await submit('b')).step, 'done');
  assert.deepEqual(
    sent.map(([, key]) => key),
    ['key-1', 'key-2', 'key-3'],
  );
});

test('an order of unknown outcome keeps its key when a retry was not processed', async () => {
  const late = new ApiFailure('invalid_request', '', { status: 408 });
  const { submit, sent } = stage([unknown(), late, 'made']);
  assert.deepEqual(await submit('a'), { step: 'done', result: 'made' });
  assert.deepEqual(new Set(sent.map(([, key]) => key)), new Set(['key-1']));
});

test('an unprocessed order shows as refused, and keeps its key until the key is known as spent', async () => {
  const unread = new ApiFailure('invalid_request', '', { status: 400 });
  const spent = new ApiFailure('previous_error', '', { status: 409 });
  const { submit, sent } = stage([unread, spent, 'made']);
  assert.equal((await submit('a')).step, 'refused');
  assert.equal((await submit('a')).step, 'refused');
  assert.equal((await submit('a')).step, 'done');
  assert.deepEqual(
    sent.map(([, key]) => key),
    ['key-1', 'key-1', 'key-2'],
  );
});

test('an order that has to wait keeps its key as long as its body is unchanged', async () => {
  const paused = new ApiFailure('not_configured', '', { status: 503 });
  const { submit, sent } = stage([limited(), paused, 'made']);
  assert.equal((await submit('a')).step, 'wait');
  assert.equal((await submit('a')).step, 'wait');
  assert.equal((await submit('b')).step, 'done');
  assert.deepEqual(
    sent.map(([, key]) => key),
    ['key-1', 'key-1', 'key-2'],
  );
});

test('after the last automatic retry a person can retry, and a rate limit leaves it unknown', async () => {
  const { submit, retryNow, sent } = stage([unknown(), limited(), limited(), unknown()], [0, 0]);
  const state = await submit('a');
  assert.equal(state.step === 'unknown' && state.isRetrying, false);
  assert.equal((await retryNow()).step, 'unknown');
  assert.deepEqual(new Set(sent.map(([, key]) => key)), new Set(['key-1']));
});

test('a closed form sends nothing more', async () => {
  const { order, submit, sent } = stage([unknown()], []);
  await submit('a');
  order.close();
  order.reset();
  assert.equal(sent.length, 1);
});

test('an order gets its key over plain HTTP too, without crypto.randomUUID', async (t) => {
  t.mock.method(crypto, 'randomUUID', () => assert.fail('only over https'));
  const key = await new Promise<string>((resolve) => {
    const order = openOrder<string, string>(() => undefined);
    order.submit('a', async (_body, sent) => {
      resolve(sent);
      return 'made';
    });
  });
  assert.match(key, /^[\da-f-]{36}$/);
});
