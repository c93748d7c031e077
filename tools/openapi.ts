/**
 * `npm run openapi`: writes down what the routes say of themselves: docs/openapi.json for whoever
 * integrates, docs/openapi-dashboard.json for the dashboard, and its types made of the latter.
 * `npm run openapi -- --check` only says whether they are what the routes say.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { readReferences } from '../server/src/openapi.ts';
import { writeOperations } from './openapi-operations.ts';
import { ROOT, readText } from './repository.ts';

const { api, dashboard } = await readReferences();
const FILES: Readonly<Record<string, string>> = {
  'docs/openapi.json': JSON.stringify(api),
  'docs/openapi-dashboard.json': JSON.stringify(dashboard),
  'dashboard/src/api/operations.ts': writeOperations(dashboard),
};

for (const [file, raw] of Object.entries(FILES)) {
  const path = join(ROOT, file);
  const text = await format(raw, { ...(await resolveConfig(path)), filepath: path });
  if (!process.argv.includes('--check')) {
    await writeFile(path, text);
  } else if (text !== readText(file)) {
    console.error(`${file} is not what the routes say. Write it anew: npm run openapi`);
    process.exitCode = 1;
  }
}
