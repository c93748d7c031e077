import type { WithdrawalDetail } from '../api/operations.ts';

type Chain = WithdrawalDetail['chain'];
type WithdrawalState = Pick<WithdrawalDetail, 'status'> & {
  chain: Pick<Chain, 'state' | 'problem'>;
};
type Wrong = Exclude<NonNullable<Chain['problem']>, 'not_taken'>;

/** What does not fit the withdrawal, unless it was paid out all the same. */
export function wrongOf({ status, chain: { problem } }: WithdrawalState): Wrong | undefined {
  if (status === 'COMPLETED' || problem === null || problem === 'not_taken') return undefined;
  return problem;
}

/** The state of a withdrawal's DePix, by the provider's word and by what the network shows. */
export function arrivalOf(withdrawal: WithdrawalState): 'awaited' | 'seen' | 'wrong' | 'taken' {
  if (withdrawal.status === 'PROCESSING' || withdrawal.status === 'COMPLETED') return 'taken';
  if (wrongOf(withdrawal) !== undefined) return 'wrong';
  return withdrawal.chain.state === 'unchecked' ? 'awaited' : 'seen';
}

/** Too little may be a stranger's, and does not stop the merchant from sending what is due. */
export function maySend(withdrawal: WithdrawalState): boolean {
  const wrong = wrongOf(withdrawal);
  return wrong === undefined || wrong === 'short';
}
