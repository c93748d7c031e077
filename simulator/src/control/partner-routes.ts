import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { euidOf } from '../ids.ts';
import { shiftMoves } from '../moves/store.ts';
import { shiftNotices } from '../notices/store.ts';
import {
  getPartner,
  putClockForward,
  setBlocked,
  setClock,
  setSwitches,
  setWebhooks,
  type Webhooks,
} from '../partners/store.ts';
import type { Switches } from '../partners/partner.ts';
import type { Tx } from '../platform/database.ts';
import { shiftClockSteps } from '../steps/store.ts';
import { changePartner } from './change-partner.ts';
import { CLOCK_BODY, FORWARD_BODY, PAYER_BODY, SWITCHES_BODY, WEBHOOKS_BODY } from './schemas.ts';

interface OfPartner {
  readonly Params: { partner: string };
}

export function partnerRoutes(http: FastifyInstance, app: App): void {
  http.put<OfPartner & { Body: Webhooks }>(
    '/webhooks',
    { schema: { body: WEBHOOKS_BODY } },
    async ({ params: { partner }, body }, reply) => {
      await changePartner(app, partner, (tx) => setWebhooks(tx, partner, body));
      return reply.code(204).send();
    },
  );

  http.put<OfPartner & { Body: Partial<Switches> }>(
    '/switches',
    { schema: { body: SWITCHES_BODY } },
    async ({ params: { partner }, body }) => {
      await changePartner(app, partner, (tx) => setSwitches(tx, partner, body));
      return (await getPartner(app, app.db, partner)).switches;
    },
  );

  http.put<OfPartner & { Body: { offsetMs: number } }>(
    '/clock',
    { schema: { body: CLOCK_BODY } },
    async ({ params: { partner }, body }, reply) => {
      await moveClock(app, partner, (tx) => setClock(tx, partner, body.offsetMs));
      return reply.code(204).send();
    },
  );

  // A clock that is further ahead stays, so that this can be repeated, and in any order.
  http.post<OfPartner & { Body: { atLeastMs: number } }>(
    '/clock',
    { schema: { body: FORWARD_BODY } },
    async ({ params: { partner }, body }, reply) => {
      await moveClock(app, partner, (tx) => putClockForward(tx, partner, body.atLeastMs));
      return reply.code(204).send();
    },
  );

  http.put<OfPartner & { Body: { taxNumber: string; blocked: boolean } }>(
    '/payers',
    { schema: { body: PAYER_BODY } },
    async ({ params: { partner }, body }, reply) => {
      const euid = euidOf(body.taxNumber);
      await changePartner(app, partner, (tx) => setBlocked(tx, partner, euid, body.blocked));
      return reply.code(204).send();
    },
  );
}

/** Shortens every wait on the partner's clock by as much. */
async function moveClock(
  app: App,
  partner: string,
  move: (tx: Tx) => Promise<number>,
): Promise<void> {
  await changePartner(app, partner, async (tx) => {
    const forwardMs = await move(tx);
    if (forwardMs === 0) return;
    await shiftClockSteps(tx, partner, forwardMs);
    await shiftMoves(tx, partner, forwardMs);
    await shiftNotices(tx, partner, forwardMs);
  });
  app.wake('steps');
  app.wake('moves');
  app.wake('notices');
}
