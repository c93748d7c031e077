import { openApi } from './api.ts';
import { openLimiter } from './api-keys/rate-limit.ts';
import { readConfig } from './config.ts';
import { openApp } from './open-app.ts';
import { type Http, openHttp } from './platform/http.ts';
import { registerSessionApi } from './session-api.ts';

type Document = Record<string, unknown>;

export interface References {
  /** The stable API for integrators. */
  readonly api: Document;
  /** The routes of the dashboard of the same version. */
  readonly dashboard: Document;
}

/** The descriptions, from the routes alone: connects to nothing and reads no settings. */
export async function readReferences(): Promise<References> {
  const config = readConfig({
    // Nothing connects, so neither has to be real.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    PONTE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  });
  const app = openApp(config, 'openapi');
  app.log.level = 'silent';
  let readSessions: (() => object) | undefined;
  const api = openApi(app);
  const sessions = openHttp(app.log, (http) =>
    registerSessionApi(http, app, openLimiter(), (read) => {
      readSessions = read;
    }),
  );
  try {
    return {
      api: await describe(api, () => api.swagger()),
      dashboard: await describe(sessions, () => readSessions?.()),
    };
  } finally {
    await app.db.end();
  }
}

async function describe(http: Http, read: () => object | undefined): Promise<Document> {
  await http.ready();
  const document = { ...read() };
  await http.close();
  return document;
}
