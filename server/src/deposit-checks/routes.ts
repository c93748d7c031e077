import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ChainProof } from '../chain-proofs/proof.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { IdParams, OneOf } from '../platform/schema.ts';
import { getProof } from './get-proof.ts';

export function registerDepositCheckRoutes(http: Http, app: App): void {
  http.get(
    '/deposit/:id/proof',
    {
      config: { scope: 'read:transactions', errors: ['invalid_state'] },
      schema: {
        operationId: 'getDepositProof',
        summary: 'Prove a deposit',
        description:
          'What anybody needs to check by themselves that the stablecoin was paid to the wallet: `npm run -s ponte -- verify-proof` in a clone of Ponte does it without a network. 409 `invalid_state` while `chain.state` is `unchecked` or `mismatch`. Where the output hides what it pays, the blinding factors show it; they are known where the wallet has its blinding key or descriptor, and they spend nothing.',
        tags: ['Deposits'],
        params: IdParams('dep', 'The deposit.'),
        querystring: Type.Object({
          blindingFactors: Type.Optional(
            OneOf(['true', 'false'], {
              description:
                'Whether to show what opens a hidden output. Yes unless told; without it, asset and amount of a hidden output stay hidden.',
            }),
          ),
        }),
        response: { 200: ChainProof },
      },
    },
    async ({ params, query, caller }) =>
      getProof(
        app,
        caller.environment.id,
        getId('dep', params.id),
        query.blindingFactors !== 'false',
      ),
  );
}
