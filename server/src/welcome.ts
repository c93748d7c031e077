import { hasAccount } from './accounts/store.ts';
import { SCOPES } from './api-keys/api-key.ts';
import { createKey } from './api-keys/create-key.ts';
import { ponte } from './cli-options.ts';
import type { Db } from './platform/db.ts';
import { openAccount } from './users/open-account.ts';
import { prepareRehearsal } from './users/prepare-rehearsal.ts';

/**
 * On the first start only: creates an account that can be used at once, a page to pay on, and
 * prints commands to paste. The key is only shown here. A crash leaves all of it or nothing, in
 * which case the next start counts as the first.
 */
export async function welcome(db: Db, url: string, print: (line: string) => void): Promise<void> {
  if (await hasAccount(db)) return;
  const owner = { email: 'owner@localhost', name: 'Loja de teste' };
  const created = await db.begin(async (tx) => {
    const { accountId } = await openAccount(tx, owner);
    const { slug } = await prepareRehearsal(tx, accountId, 'pt');
    const order = { accountId, mode: 'test', scopes: SCOPES, name: 'welcome' } as const;
    const { key } = await createKey(tx, order);
    const again = ponte(`key create --account ${accountId} --mode test --scopes all`);
    return { url, key, slug, again };
  });
  print(
    BANNER.replaceAll(
      /\{(url|key|slug|again)\}/g,
      (_, name: keyof typeof created) => created[name],
    ),
  );
}

const BANNER = `
A test account with a wallet is ready. Open this in a browser to pay R$ 5.00 as a customer would,
without money; any valid CPF will do, such as 529.982.247-25:

{url}/pay/{slug}

Paste this into another terminal to create a deposit of R$ 50.00:

export PONTE_URL={url}
export PONTE_KEY={key}
DEPOSIT=$(curl -sS "$PONTE_URL/v1/api/deposit" \\
  -H "Authorization: Bearer $PONTE_KEY" -H "Idempotency-Key: welcome-1" \\
  -H "Content-Type: application/json" -d '{"amountCents":5000,"taxId":"12345678909"}')
echo "$DEPOSIT"

and this to pay it, as the simulated payer:

curl -sS -X POST -H "Authorization: Bearer $PONTE_KEY" \\
  "$PONTE_URL/v1/sandbox/deposits/$(echo "$DEPOSIT" | grep -o 'dep_[0-9a-z]*' | head -n 1)/pay"

The README goes on from here, and the guides are at {url}/docs.
The key is a test key: it moves no money. It is not shown again; to make another:
{again}
Ctrl-C stops everything. From here on this terminal shows the log, one JSON line per event.`;
