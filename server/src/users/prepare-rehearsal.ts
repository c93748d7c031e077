import { listEnvironments } from '../accounts/store.ts';
import { type AccountId, newId } from '../ids.ts';
import { randomTestAddress } from '../liquid/random-test-address.ts';
import { cents } from '../money.ts';
import { newSlug } from '../payment-links/slug.ts';
import { insertLink } from '../payment-links/store.ts';
import type { Tx } from '../platform/db.ts';
import type { Language } from '../refusals.ts';
import { insertWallet } from '../wallets/store.ts';

const WORDS = {
  pt: { wallet: 'Carteira de ensaio', link: 'Teste de R$ 5,00' },
  en: { wallet: 'Rehearsal wallet', link: 'Test of R$ 5.00' },
} as const;

/** What a new account needs for its first test Pix: a wallet to receive it and a page to pay on. */
export async function prepareRehearsal(
  tx: Tx,
  accountId: AccountId,
  language: Language,
): Promise<{ readonly slug: string }> {
  const environments = await listEnvironments(tx, accountId);
  const test = environments.find(({ mode }) => mode === 'test');
  if (!test) throw new Error('an account without a test environment');
  const address = randomTestAddress();
  await insertWallet(tx, test.id, {
    id: newId('wal'),
    liquidAddress: address.address,
    confidential: address.confidential,
    network: address.network,
    label: WORDS[language].wallet,
    isDefault: true,
    isRehearsal: true,
  });
  const slug = newSlug();
  await insertLink(tx, test.id, {
    id: newId('lnk'),
    slug,
    title: WORDS[language].link,
    description: '',
    amountCents: cents(500),
  });
  return { slug };
}
