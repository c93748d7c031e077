import { readConfig } from '../../../sdk/src/cli/config.ts';
import { isVerb, namesOfVerbs, runCli } from '../../../sdk/src/cli/run.ts';
import { openTerminal } from '../../../sdk/src/cli/terminal.ts';
import { OPTIONS } from '../cli-options.ts';

export { parseWords } from '../../../sdk/src/cli/options.ts';

/** Integrators' commands, run by the operator: the same functions, with an API key. */
export const integratorVerbs = namesOfVerbs();

/** Undefined if it is not one of their commands. @returns the exit code */
export function runAsIntegrator(argv: readonly string[]): Promise<number> | undefined {
  return isVerb(argv, OPTIONS) ? runCli(argv, openTerminal(readConfig())) : undefined;
}
