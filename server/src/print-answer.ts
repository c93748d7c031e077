import type { Answer } from './command.ts';

export async function printAnswer(answer: Answer, asJson: boolean): Promise<void> {
  try {
    await print(`${asJson ? JSON.stringify(answer.json) : readable(answer)}\n`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    // A reader that wants only the beginning, like `head`, needs nothing more; one of a secret
    // would.
    if (code === 'EPIPE' && answer.ifLost === undefined) return;
    const todo = answer.ifLost === undefined ? '' : `; ${answer.ifLost}`;
    throw new Error(`the answer could not be written (${code})${todo}`, { cause: error });
  }
}

/** Resolves when the text and everything before it is written, since pipes accept it in pieces. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

function readable({ json, text }: Answer): string {
  if (text !== undefined) return text;
  return Object.entries(json)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}
