/**
 * `npm run openapi`: writes down what the routes say of themselves: docs/openapi.json for whoever
 * integrates, docs/openapi-dashboard.json for the dashboard, its types made of the latter, and the
 * guide's page of the cases to rehearse.
 * `npm run openapi -- --check` only says whether they are what the routes say.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { readReferences } from '../server/src/openapi.ts';
import { describeCases } from '../server/src/sandbox/describe-cases.ts';
import { writeOperations } from './openapi-operations.ts';
import { ROOT, readText } from './repository.ts';

const { api, dashboard } = await readReferences();
const FILES: Readonly<Record<string, string>> = {
  'docs/openapi.json': JSON.stringify(api),
  'docs/openapi-dashboard.json': JSON.stringify(dashboard),
  'dashboard/src/api/operations.ts': writeOperations(dashboard),
  'docs/guide/pt/cases.md': describeCases('pt'),
  'docs/guide/en/cases.md': describeCases('en'),
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
