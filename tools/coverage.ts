import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './repository.ts';

/** The minimum share of lines, in percent, that a complete run must execute. */
const LINE_FLOOR = 95;

const SOURCES = ['server/src', 'simulator/src'];

/**
 * Prints the coverage of all source files, loaded or not, and returns whether it reaches the floor.
 * A process killed by a test leaves a truncated file or none; c8 skips what it cannot parse.
 */
export async function reportCoverage(v8Directory: string): Promise<boolean> {
  if (readdirSync(v8Directory).length === 0) throw new Error('No process wrote its coverage.');
  const excluded = ['**/*.test.ts', ...filesWithoutCode()];
  const args = [
    ...['report', '--all', '--merge-async', '--check-coverage', '--reporter', 'text'],
    ...['--temp-directory', v8Directory, '--lines', String(LINE_FLOOR)],
    ...['--functions', '0', '--branches', '0', '--statements', '0'],
    ...SOURCES.flatMap((folder) => ['--src', folder, '--include', `${folder}/**/*.ts`]),
    ...excluded.flatMap((pattern) => ['--exclude', pattern]),
  ];
  const c8 = spawn(process.execPath, [join(ROOT, 'node_modules/c8/bin/c8.js'), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const [status] = await once(c8, 'close');
  return status === 0;
}

/** A file that contains only types is never loaded and has no line that could run. */
function filesWithoutCode(): string[] {
  return SOURCES.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT })).filter(
    (path) => {
      const { outputText } = ts.transpileModule(readFileSync(join(ROOT, path), 'utf8'), {
        compilerOptions: {
          module: ts.ModuleKind.ESNext,
          verbatimModuleSyntax: true,
          removeComments: true,
        },
      });
      return /^\s*(export \{\};)?\s*$/.test(outputText);
    },
  );
}
