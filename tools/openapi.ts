/**
 * `npm run openapi`: writes what the routes say about themselves: docs/openapi.json for
 * integrators, docs/openapi-dashboard.json for the dashboard, the dashboard's types generated from
 * the latter, and the guide's page of cases to rehearse.
 * `npm run openapi -- --check` only reports whether they are up to date.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { readReferences } from '../server/src/openapi.ts';
import { describeCases } from '../server/src/sandbox/describe-cases.ts';
import { writeOperations } from './openapi-operations.ts';
import { readOptions } from './read-options.ts';
import { ROOT, readText } from './repository.ts';

const { check } = readOptions({ check: { type: 'boolean', default: false } });
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
  if (!check) {
    await writeFile(path, text);
  } else if (text !== readText(file)) {
    console.error(`${file} does not match the routes. Write it again: npm run openapi`);
    process.exitCode = 1;
  }
}
