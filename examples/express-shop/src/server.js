import { createPonte } from '@ponte/sdk';
import { openShop } from './app.js';
import { startCatchingUp } from './catch-up.js';
import { readConfig } from './config.js';
import { openOrders } from './orders.js';

const config = readConfig();
const orders = openOrders(config.databasePath);
const ponte = createPonte({ baseUrl: config.ponteUrl, apiKey: config.ponteKey });
const shop = openShop({ ...config, ponte, orders });
const server = shop.listen(config.port, () => {
  console.log(`The shop is open at http://127.0.0.1:${server.address().port}`);
});
const stopCatchingUp = startCatchingUp(ponte, orders);

/** How long a request in flight may take when the shop is asked to end. */
const STOP_MS = 5_000;

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    // Who is being answered gets the answer; the database is closed behind them.
    server.close(async () => {
      await stopCatchingUp();
      orders.close();
      process.exit(0);
    });
    // A browser keeps spare connections, which count as open though nothing was asked on them.
    setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
  });
}
