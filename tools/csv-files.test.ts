import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { entryOf } from '../dashboard/src/transactions/ledger.ts';
import { words as depositWords } from '../dashboard/src/deposits/words.ts';
import { words } from '../dashboard/src/transactions/words.ts';
import { words as uiWords } from '../dashboard/src/ui/words.ts';
import { words as withdrawalWords } from '../dashboard/src/withdrawals/words.ts';
import { TRANSACTION_COLUMNS, WORDS } from '../server/src/exports/columns.ts';
import type { Cell } from '../server/src/exports/csv.ts';
import type { Named } from '../server/src/exports/name-wallets.ts';
import { cents } from '../server/src/money.ts';
import { LANGUAGES } from '../server/src/refusals.ts';
import type { Transaction } from '../server/src/transactions/store.ts';

const ROW: Transaction & Named = {
  ...{ id: 'dep_1', type: 'deposit', status: 'CONFIRMED' },
  ...{ amountCents: cents(10_000), feeCents: cents(299), totalCents: cents(10_299) },
  ...{ depositAmountCents: null, walletId: null, walletLabel: null, paymentLinkId: null },
  ...{ externalId: null, blockchainTxId: null, createdAt: new Date(0), updatedAt: new Date(0) },
};

/** The row as the dashboard receives it. */
function listed({ totalCents, depositAmountCents, ...row }: Transaction) {
  return {
    ...row,
    ...{ createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() },
    ...(totalCents === null ? {} : { totalCents }),
    ...(depositAmountCents === null ? {} : { depositAmountCents }),
  };
}

function cellIn(row: Transaction & Named, language: 'pt' | 'en', name: string): Cell | undefined {
  return TRANSACTION_COLUMNS.find((column) => column[language] === name)?.cellOf(row, language);
}

test('gross, fees and net in the transactions export match the dashboard, labels included', () => {
  const amount = fc.integer({ min: 1, max: 600_000 }).map(cents);
  fc.assert(
    fc.property(amount, amount, amount, fc.boolean(), (amountCents, feeCents, more, isDeposit) => {
      const row: Transaction & Named = isDeposit
        ? { ...ROW, amountCents, feeCents, totalCents: cents(amountCents + (more % 2) * feeCents) }
        : {
            ...{ ...ROW, type: 'withdrawal', status: 'COMPLETED', amountCents, feeCents },
            ...{ totalCents: null, depositAmountCents: cents(amountCents + feeCents + more) },
          };
      const { grossCents, feeCents: fees, netCents } = entryOf(listed(row));
      for (const language of LANGUAGES) {
        const { gross, fee, net } = words[language];
        const cells = [gross, fee, net].map((name) => cellIn(row, language, `${name} (R$)`));
        const shown = [grossCents, fees, netCents].map((value) => ({
          kind: 'money',
          cents: value,
        }));
        assert.deepEqual(cells, shown);
      }
    }),
  );
});

test("states, types of keys, kinds and origins have the dashboard's labels", () => {
  for (const language of LANGUAGES) {
    const { deposit, withdrawal } = uiWords[language].status;
    const { kinds } = words[language];
    const { origins } = depositWords[language];
    const status = { deposit, withdrawal };
    const keyTypes = withdrawalWords[language].types;
    assert.deepEqual(WORDS[language], { status, keyTypes, kinds, origins });
  }
});
