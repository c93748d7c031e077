import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { chainSubjectOf } from '../esplora/apply-chain-fault.ts';
import type { Fault, FaultyPath } from '../faults/fault.ts';
import { setNonceFault, setPathFault } from '../faults/store.ts';
import type { Move } from '../moves/move.ts';
import { planMoves } from '../moves/store.ts';
import { changePartner } from './change-partner.ts';
import { CALL_BODY, CHAIN_FAULT_BODY, PATH_FAULT_BODY } from './schemas.ts';

export function faultRoutes(http: FastifyInstance, app: App): void {
  http.put<{
    Params: { partner: string; nonce: string };
    Body: { fault?: Fault; moves?: Move[] };
  }>(
    '/calls/:nonce',
    { schema: { body: CALL_BODY } },
    async ({ params: { partner, nonce }, body: { fault, moves = [] } }, reply) => {
      await changePartner(app, partner, async (tx) => {
        if (fault) await setNonceFault(tx, partner, nonce, fault);
        if (moves.length > 0) await planMoves(tx, partner, nonce, moves);
      });
      return reply.code(204).send();
    },
  );

  http.put<{ Params: { partner: string }; Body: { path: FaultyPath; fault: Fault } }>(
    '/next-call',
    { schema: { body: PATH_FAULT_BODY } },
    async ({ params: { partner }, body: { path, fault } }, reply) => {
      await changePartner(app, partner, (tx) => setPathFault(tx, partner, path, fault));
      return reply.code(204).send();
    },
  );

  http.put<{ Params: { partner: string }; Body: { subject: string; fault: Fault } }>(
    '/chain',
    { schema: { body: CHAIN_FAULT_BODY } },
    async ({ params: { partner }, body: { subject, fault } }, reply) => {
      const about = chainSubjectOf(subject);
      await changePartner(app, partner, (tx) => setPathFault(tx, partner, about, fault));
      return reply.code(204).send();
    },
  );
}
