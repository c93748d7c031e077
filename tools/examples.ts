/**
 * `npm run test:examples`: each shop of examples/ is installed beside a fresh gateway, started, and
 * used by a real browser: it buys, the shop is killed, the order is paid, the webhook sent twice,
 * the payment refunded.
 * `-- --only express-shop,no-code-page` runs some of them.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../server/src/launch/free-port.ts';
import { openBrowser } from '../server/test/browser.ts';
import { buyInShop } from './examples/buy-in-shop.ts';
import { type Merchant, openMerchant } from './examples/open-merchant.ts';
import { installExample, packSdk } from './examples/install-example.ts';
import { payByLink } from './examples/pay-by-link.ts';
import { step } from './examples/step.ts';
import { startGateway } from './smoke/gateway.ts';
import { endProcessesWith } from './smoke/processes.ts';
import { namesIn, readOptions } from './read-options.ts';
import { whenInterrupted } from './when-interrupted.ts';

const SHOPS = ['express-shop', 'next-shop'];
const EXAMPLES = [...SHOPS, 'no-code-page'];
const STOP_MS = 15_000;

const values = readOptions({ only: { type: 'string' } });
const wanted = values.only === undefined ? EXAMPLES : namesIn('only', values.only, EXAMPLES);

const interrupted = whenInterrupted();
const place = await mkdtemp(join(tmpdir(), 'ponte-examples-'));
// For root's database user, whose files would else be put, and left, under /var/lib.
await chmod(place, 0o711);
await using stack = new AsyncDisposableStack();
stack.defer(() => rm(place, { recursive: true, force: true, maxRetries: 5 }));
stack.defer(() => endProcessesWith(place, STOP_MS));
await Promise.race([runAll(), interrupted]);
console.log(`✔ ${wanted.join(', ')}`);

async function runAll(): Promise<void> {
  const scope = { after: (work: () => Promise<void>): void => stack.defer(work) };
  const browser = await step('the browser starts', () => openBrowser(scope));
  const merchant = await step('the gateway is ready', openGateway);
  const shops = wanted.filter((name) => SHOPS.includes(name));
  const sdk =
    shops.length === 0 ? '' : await step('the SDK package is built', () => packSdk(place));
  for (const name of shops) {
    console.log(`\n${name}`);
    const shop = await installExample(name, { place, sdk, merchant });
    await buyInShop(browser, shop, merchant);
  }
  if (wanted.includes('no-code-page')) {
    console.log('\nno-code-page');
    await payByLink(browser, merchant, place);
  }
}

async function openGateway(): Promise<Merchant> {
  const environment = {
    ...process.env,
    PONTE_DATA_DIR: join(place, 'data'),
    PORT: String(await findFreePort()),
  };
  const gateway = await startGateway(environment);
  return openMerchant(gateway);
}
