import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApi } from '../src/api.ts';
import { readConfig } from '../src/config.ts';
import { openApp } from '../src/open-app.ts';
import { compilers } from '../src/platform/compile-lazily.ts';

// Nothing else compiles a schema before its route is first requested.
test('every schema of every route compiles', async (t) => {
  const config = readConfig({
    // No connection is made, so neither has to lead anywhere.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    PONTE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  });
  const app = openApp(config, 'openapi');
  t.after(() => app.db.end());
  app.log.level = 'silent';
  const { validator, serializer } = compilers();
  const http = openApi(app);
  let compiled = 0;
  http.addHook('onRoute', ({ method, url, schema }) => {
    const route = { method: String(method), url };
    for (const httpPart of ['body', 'querystring', 'params', 'headers'] as const) {
      const part = schema?.[httpPart];
      if (part === undefined) continue;
      assert.doesNotThrow(
        () => validator({ ...route, schema: part, httpPart }),
        `${url} ${httpPart}`,
      );
      compiled += 1;
    }
    for (const [httpStatus, answer] of Object.entries(schema?.response ?? {})) {
      const { content } = answer as { content?: Record<string, { schema: unknown }> };
      const answers = content ? Object.values(content).map((one) => one.schema) : [answer];
      for (const part of answers) {
        assert.doesNotThrow(() => serializer({ ...route, schema: part, httpStatus }), url);
        compiled += 1;
      }
    }
  });
  await http.ready();
  await http.close();
  assert.ok(compiled > 300, String(compiled));
});
