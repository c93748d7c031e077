import { type OwedNotice, owedNotices } from '../notices/notice.ts';
import type { Partner } from '../partners/partner.ts';
import type { Charge } from './charge.ts';
import { depositNotice, medNotice } from './wire.ts';

/** One queue per charge: the provider sends the notices about one payment in order. */
export const noticesOfCharge = (partner: Partner, charge: Charge): OwedNotice[] =>
  owedNotices(
    partner,
    {
      kind: 'deposit',
      queue: charge.id,
      body: JSON.stringify(depositNotice(charge, partner.now)),
    },
    charge.notices,
  );

/** @param principalInCents what the payer's bank takes back, possibly only a part */
export const noticesOfMed = (
  partner: Partner,
  charge: Charge,
  principalInCents = charge.paidInCents,
): OwedNotice[] =>
  owedNotices(
    partner,
    {
      kind: 'med',
      queue: charge.id,
      body: JSON.stringify(medNotice(charge, partner.now, principalInCents)),
    },
    charge.notices,
  );
