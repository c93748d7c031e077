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
          'What anybody needs to verify that the stablecoin was paid to the wallet: `npm run -s ponte -- verify-proof` in a clone of Ponte does so without a network. 409 `invalid_state` while `chain.state` is `unchecked` or `mismatch`. If the output hides what it pays, the blinding factors reveal it; they are known if the wallet was registered with its blinding key or descriptor, and cannot spend anything.',
        tags: ['Deposits'],
        params: IdParams('dep', 'The deposit.'),
        querystring: Type.Object({
          blindingFactors: Type.Optional(
            OneOf(['true', 'false'], {
              description:
                'Whether to include the blinding factors, which is the default; without them, the asset and amount of a hidden output stay hidden.',
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
