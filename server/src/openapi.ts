import { openApi } from './api.ts';
import { readConfig } from './config.ts';
import { openApp } from './open-app.ts';

/** The description of the API, from the routes alone: nothing is connected to, no setting read. */
export async function readReference(): Promise<Record<string, unknown>> {
  const config = readConfig({
    // Nobody is asked anything, so neither has to lead anywhere.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    PONTE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  });
  const app = openApp(config, 'openapi');
  app.log.level = 'silent';
  const http = openApi(app);
  try {
    await http.ready();
    return { ...http.swagger() };
  } finally {
    await http.close();
    await app.db.end();
  }
}
