import { stdin, stderr, stdout } from 'node:process';
import { text } from 'node:stream/consumers';
import { ask, askHidden } from './ask.ts';
import type { Config } from './config.ts';

/** A command's input and output. */
export interface Terminal {
  readonly config: Config;
  /** Whether there is a person to ask. */
  readonly canAsk: boolean;
  print(line: string): void;
  printError(line: string): void;
  /** @returns what was typed; with `isSecret` it is not shown */
  ask(question: string, isSecret: boolean): Promise<string>;
  /** The whole standard input, if it is not a terminal. */
  readInput(): Promise<string>;
  /** Registers what to do on an interrupt. */
  onInterrupt(end: () => void): void;
}

export function openTerminal(config: Config): Terminal {
  // A reader that wants only the beginning, like `head`, needs nothing more.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  return {
    config,
    canAsk: stdin.isTTY && stderr.isTTY,
    print: (line) => void stdout.write(`${line}\n`),
    printError: (line) => void stderr.write(`${line}\n`),
    ask: (question, isSecret) => (isSecret ? askHidden : ask)(stdin, stderr, question),
    readInput: async () => (stdin.isTTY ? '' : text(stdin)),
    onInterrupt: (end) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    },
  };
}
