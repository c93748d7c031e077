/**
 * `npm run openapi`: writes the description of the API down as docs/openapi.json.
 * `npm run openapi -- --check` only says whether it is what the routes say.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { readReference } from '../server/src/openapi.ts';
import { ROOT, readText } from './repository.ts';

const FILE = 'docs/openapi.json';

const path = join(ROOT, FILE);
const style = await resolveConfig(path);
const text = await format(JSON.stringify(await readReference()), { ...style, parser: 'json' });
if (!process.argv.includes('--check')) {
  await writeFile(path, text);
} else if (text !== readText(FILE)) {
  console.error(`${FILE} is not what the routes say. Write it anew: npm run openapi`);
  process.exitCode = 1;
}
