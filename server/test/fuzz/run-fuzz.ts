import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { Answer } from '../contract/requests.ts';
import type { Scope } from '../database.ts';
import { openSessionReference, reference } from '../openapi.ts';
import { arbitraryRequest, type FuzzRequest } from './arbitrary-request.ts';
import { openSessionWorld } from './session-world.ts';
import { openWorld, type World } from './world.ts';

/** Concurrent requests. */
const BATCH = 10;

export interface FuzzResult {
  readonly calls: number;
  /** How often each outcome occurred: `POST /v1/api/deposit 201`. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Makes this many calls, and fails with the smallest batch that shows a fault: a 500, a 502 or 503
 * without cause, or a response that is not described; or, if nobody waited for the response, with
 * what was logged as a fault.
 */
export async function runFuzz(
  scope: Scope,
  seed: number,
  calls: number,
  who: 'keys' | 'people' = 'keys',
): Promise<FuzzResult> {
  const described = who === 'keys' ? reference : openSessionReference();
  const world = await (who === 'keys' ? openWorld(scope) : openSessionWorld(scope, described));
  const counts = new Map<string, number>();
  let made = 0;
  const batch = fc.array(arbitraryRequest(described), { minLength: BATCH, maxLength: BATCH });
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      const known = world.faults.length;
      await Promise.all(
        requests.map(async (request) => {
          const isLeft = request.leavesAfterMs !== undefined;
          const answer = isLeft ? await world.leave(request) : await askPatiently(world, request);
          made += 1;
          const name = answer ? String(answer.status) : 'left';
          counts.set(name, (counts.get(name) ?? 0) + 1);
          if (answer) check(request, answer, who);
        }),
      );
      assert.deepEqual(world.faults.slice(known), []);
    }),
    {
      seed,
      numRuns: Math.ceil(calls / BATCH),
      endOnFailure: false,
      interruptAfterTimeLimit: 900_000,
    },
  );
  return { calls: made, counts };
}

/**
 * Gateway, clients and the generator share one process here, which on an overloaded machine may
 * keep the gateway from its work: only a refusal that persists is a fault.
 */
async function askPatiently(world: World, request: FuzzRequest): Promise<Answer> {
  const answer = await world.ask(request);
  for (let times = 0; answer.body['error'] === 'unavailable' && times < 5; times += 1) {
    await pause(1_000);
    const again = await world.ask(request);
    if (again.body['error'] !== 'unavailable') return again;
  }
  return answer;
}

/** `send` has validated the response's form. */
function check(
  { headers, target, body }: FuzzRequest,
  { status, text, body: answer }: Answer,
  who: 'keys' | 'people',
): void {
  const what = `${target} answered ${text}`;
  if (status < 500) {
    // People who are not signed in share one address here, and are soon told to wait.
    if (who === 'keys') assert.notEqual(status, 429, what);
    return;
  }
  const money = /\/(deposit|withdraw)$/.test(target.split('?')[0] ?? '');
  // Only the sandbox's magic amounts make its provider fail.
  if (status === 502) assert.ok(money && /5000[23]/.test(body ?? ''), what);
  else if (status === 503) {
    assert.equal(answer['error'], 'not_configured', what);
    // An operator may have turned safe mode on.
    if (who === 'keys') assert.match(String(headers['authorization']), /live/, what);
  } else assert.fail(what);
}
