/** `npm run check`: everything about the code that needs no database, in parallel, in seconds. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { ROOT } from './repository.ts';

/** Each step is a script with its arguments, run by the Node that runs this file. */
const STEPS: Record<string, string[]> = {
  lint: ['node_modules/eslint/bin/eslint.js', '.'],
  format: ['node_modules/prettier/bin/prettier.cjs', '--check', '.'],
  // All workspaces in one program: one by one they would parse the same libraries again.
  types: ['node_modules/typescript/bin/tsc', '-p', '.'],
  'browser types': ['node_modules/typescript/bin/tsc', '-p', 'server/src/pay-pages/html/browser'],
  'docs types': ['node_modules/typescript/bin/tsc', '-p', 'server/src/docs/browser'],
  // The client must compile without Node's types, and so run without Node.
  'client types': ['node_modules/typescript/bin/tsc', '-p', 'sdk'],
  'dashboard types': ['node_modules/typescript/bin/tsc', '-p', 'dashboard'],
  architecture: ['--test', 'tools/architecture/architecture.test.ts'],
  'cited paths': ['tools/cited-paths.ts'],
  openapi: ['tools/openapi.ts', '--check'],
};

async function passes([name, args]: [string, string[]]): Promise<boolean> {
  const startedAt = performance.now();
  const step = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<number | null>((resolve) => step.once('close', resolve));
  const [status, output, errors] = await Promise.all([exit, text(step.stdout), text(step.stderr)]);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
  console.log(`${status === 0 ? '✔' : '✖'} ${seconds} s  ${name}`);
  if (status !== 0) console.log(`\n${output}${errors}`);
  return status === 0;
}

const results = await Promise.all(Object.entries(STEPS).map(passes));
process.exitCode = results.every(Boolean) ? 0 : 1;
