import { readFileSync } from 'node:fs';

/**
 * Imported before everything else by a process whose clock is to be wrong: by as many milliseconds
 * as a file says, whose content may change later. Durations are measured as ever.
 */
const file = process.env['PONTE_TEST_CLOCK'] ?? '';
const realNow = Date.now;
let offsetMs = 0;

function read(): void {
  offsetMs = Number(readFileSync(file, 'utf8')) || 0;
}

read();
setInterval(read, 50).unref();

class WrongDate extends Date {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(realNow() + offsetMs);
    // The caller's arguments, passed on unchanged.
    else super(...(given as ConstructorParameters<DateConstructor>));
  }

  static override now(): number {
    return realNow() + offsetMs;
  }
}

Object.assign(globalThis, { Date: WrongDate });
