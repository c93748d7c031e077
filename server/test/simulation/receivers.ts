/** The merchants' endpoints: they fail, are slow, fall silent, and remember what reached them. */
import type { Outcome } from '../../src/webhooks/delivery.ts';
import type { Send } from '../../src/webhooks/send.ts';
import type { Faults } from './faults.ts';
import { moment, nobody, type Process, type World } from './world.ts';

/** A body that reached the receiver, and whether it was answered with 2xx; by delivery id. */
export interface Received {
  readonly body: string;
  readonly accepted: boolean;
}

export type Inboxes = Map<string, Received[]>;

const ANSWER: Outcome = {
  ...{ durationMs: 20, responseStatus: 200, responseBody: '', retryAfterMs: null, error: null },
};
const SILENT: Outcome = { ...ANSWER, durationMs: 15_000, responseStatus: null, error: 'timeout' };

export function openReceivers(
  world: World,
  faults: Faults,
  inboxes: Inboxes,
): (process: Process) => Send {
  return (process) => async (delivery) => {
    const outcome = await moment(world, nobody, `${process.name} sends ${delivery.event}`, () => {
      const answer = answerOf(world, faults);
      const status = answer.responseStatus;
      const accepted = status !== null && status < 300;
      const reached = inboxes.get(delivery.id) ?? [];
      inboxes.set(delivery.id, [...reached, { body: delivery.body, accepted }]);
      return faults.strikes('receiverSilent') ? SILENT : answer;
    });
    if (!process.alive) return new Promise(() => undefined);
    return moment(
      world,
      process,
      `receiver answers ${String(outcome.responseStatus)}`,
      () => outcome,
    );
  };
}

function answerOf({ random }: World, faults: Faults): Outcome {
  if (faults.strikes('receiverGone')) return { ...ANSWER, responseStatus: 410 };
  if (faults.strikes('receiverDrags')) return { ...ANSWER, durationMs: random.integer(900, 9_000) };
  if (!faults.strikes('receiverFails')) return ANSWER;
  const busy = { ...ANSWER, responseStatus: 503, retryAfterMs: random.integer(0, 60_000) };
  return random.fraction() < 0.5 ? busy : { ...ANSWER, responseStatus: 500 };
}
