import { stdin, stderr, stdout } from 'node:process';
import { text } from 'node:stream/consumers';
import { askHidden, askShown } from './ask.ts';
import type { Config } from './config.ts';

/** Where a command is typed, and where what it says goes. */
export interface Terminal {
  readonly config: Config;
  /** Whether somebody is there to be asked. */
  readonly canAsk: boolean;
  print(line: string): void;
  printError(line: string): void;
  /** @returns what was typed; `isSecret` keeps it off the screen */
  ask(question: string, isSecret: boolean): Promise<string>;
  /** All of the standard input, where it is no keyboard. */
  readInput(): Promise<string>;
  /** Has this done when whoever watches wants an end. */
  onInterrupt(end: () => void): void;
}

export function openTerminal(config: Config): Terminal {
  // Whoever reads only the beginning, as `head` does, wants no more of it.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  return {
    config,
    canAsk: stdin.isTTY && stderr.isTTY,
    print: (line) => void stdout.write(`${line}\n`),
    printError: (line) => void stderr.write(`${line}\n`),
    ask: (question, isSecret) => (isSecret ? askHidden : askShown)(stdin, stderr, question),
    readInput: async () => (stdin.isTTY ? '' : text(stdin)),
    onInterrupt: (end) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    },
  };
}
