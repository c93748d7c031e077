import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../ids.ts';
import type { EndpointKey } from './endpoint.ts';
import { Slots } from './slots.ts';

const endpoint = (): EndpointKey => ({ environmentId: newId('env'), endpointId: newId('whe') });

function answer(slots: Slots, one: EndpointKey, succeeded = true): void {
  const slot = slots.take(one, false);
  slots.endSending(slot, succeeded);
  slots.giveBack(slot);
}

function takeAll(slots: Slots, one: EndpointKey, count: number): void {
  for (let taken = 0; taken < count; taken += 1) slots.take(one, false);
}

test('an endpoint is prompt after a quick success, until an attempt fails or is slow', () => {
  const slots = new Slots();
  const one = endpoint();
  answer(slots, one);
  assert.deepEqual(slots.prompt, [one]);
  answer(slots, one, false);
  assert.deepEqual(slots.prompt, []);
  answer(slots, one);
  const dragging = slots.take(one, false);
  slots.slowDown(dragging);
  assert.deepEqual(slots.prompt, []);
  slots.endSending(dragging, true);
  slots.giveBack(dragging);
  assert.deepEqual(slots.prompt, []);
  assert.equal(slots.isIdle, true);
  assert.deepEqual(slots.room, new Slots().room);
});

test('under load half of the quick slots are for prompt endpoints, and half for all others', () => {
  const slots = new Slots();
  const one = endpoint();
  assert.equal(slots.roomBesidePrompt.quick, 512, 'without prompt endpoints none are reserved');
  answer(slots, one);
  assert.deepEqual([slots.roomForPrompt, slots.roomBesidePrompt.quick], [256, 256]);
  takeAll(slots, endpoint(), 256);
  assert.deepEqual([slots.roomForPrompt, slots.roomBesidePrompt.quick], [256, 0]);
  takeAll(slots, one, 256);
  assert.deepEqual([slots.roomForPrompt, slots.roomBesidePrompt.quick], [0, 0]);
});

test('prompt endpoints may use all slots while others are free, but leave room for the others', () => {
  const slots = new Slots();
  const one = endpoint();
  answer(slots, one);
  takeAll(slots, one, 256);
  assert.deepEqual([slots.roomForPrompt, slots.roomBesidePrompt.quick], [0, 256]);
  takeAll(slots, one, 100);
  assert.deepEqual([slots.roomForPrompt, slots.roomBesidePrompt.quick], [0, 156]);
});

test('slow attempts free their quick slots up to a limit, and prompt endpoints still get theirs', () => {
  const slots = new Slots();
  answer(slots, endpoint());
  const dragging = Array.from({ length: 10_240 }, () => slots.take(endpoint(), false));
  for (const slot of dragging) slots.slowDown(slot);
  assert.deepEqual(slots.roomBesidePrompt, { quick: 0, slow: 0 });
  assert.equal(slots.roomForPrompt, 256);
  for (const slot of dragging.slice(0, 100)) slots.giveBack(slot);
  assert.equal(slots.roomBesidePrompt.quick, 100);
});

test('only the endpoints that most recently answered are remembered as prompt', () => {
  const slots = new Slots();
  const all = Array.from({ length: 501 }, endpoint);
  for (const one of all) answer(slots, one);
  assert.equal(slots.prompt.length, 500);
  assert.deepEqual(slots.prompt.at(-1), all.at(-1));
  assert.ok(!slots.isPrompt(all[0]?.endpointId ?? assert.fail()));
});

test('the larger share of an endpoint lasts through a burst, until all slots are idle', () => {
  const slots = new Slots();
  const one = endpoint();
  answer(slots, one);
  answer(slots, one);
  assert.equal(slots.shareOf(one.endpointId, false), 10);
  const slot = slots.take(one, false);
  slots.rest();
  assert.equal(slots.shareOf(one.endpointId, false), 9);
  slots.endSending(slot, true);
  slots.giveBack(slot);
  slots.rest();
  assert.equal(slots.shareOf(one.endpointId, false), 8);
});
