import { type OwedNotice, owedNotices } from '../notices/notice.ts';
import type { Partner } from '../partners/partner.ts';
import type { Withdrawal } from './withdrawal.ts';
import { withdrawNotice } from './wire.ts';

/** Without a queue: the provider sends notices about withdrawals in no particular order. */
export const noticesOfWithdrawal = (partner: Partner, withdrawal: Withdrawal): OwedNotice[] =>
  owedNotices(partner, {
    kind: 'withdraw',
    queue: null,
    body: JSON.stringify(withdrawNotice(withdrawal, partner.switches)),
  });
