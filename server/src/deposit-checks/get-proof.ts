import type { App } from '../app.ts';
import { type ChainProof, proofOf } from '../chain-proofs/proof.ts';
import { ApiError } from '../errors.ts';
import type { DepositId, EnvironmentId } from '../ids.ts';
import { LIQUID_NETWORKS, readLiquidAddress } from '../liquid/address.ts';
import { findSeenPayment } from './store.ts';

/** Nothing is known about the payment that a third party could check. */
const NOTHING_TO_SHOW = {
  pt: 'Ainda não há o que comprovar: a transação deste depósito não foi vista na rede Liquid ou não é o que se esperava. Veja chain.state em GET /v1/api/deposit/{id}/status.',
  en: 'There is nothing to prove yet: the transaction of this deposit has not been seen on the Liquid network, or is not as expected. See chain.state in GET /v1/api/deposit/{id}/status.',
};

/**
 * What a third party needs to check a payment independently, from the last looks.
 * @param withFactors whether to include the blinding factors, if they are known
 * @throws ApiError not_found, invalid_state
 */
export async function getProof(
  app: App,
  environmentId: EnvironmentId,
  depositId: DepositId,
  withFactors: boolean,
): Promise<ChainProof> {
  const found = await findSeenPayment(app, environmentId, depositId);
  if (!found) throw new ApiError('not_found');
  const { liquidAddress, transaction, vout, opening, ...confirmation } = found;
  const address = readLiquidAddress(liquidAddress, LIQUID_NETWORKS);
  if (!address || transaction === null || vout === null) {
    throw new ApiError('invalid_state', { text: NOTHING_TO_SHOW });
  }
  return proofOf({
    depositId,
    address,
    transaction,
    vout,
    ...confirmation,
    opening: withFactors ? opening : null,
  });
}
