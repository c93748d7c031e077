import type { Dispatcher } from 'undici';

const READ_LIMIT = 64 * 1024;
const KEPT_BYTES = 1_024;

export interface Post {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a receiver said, as far as it came. */
export interface Answer {
  readonly status: number | null;
  readonly retryAfter: string | undefined;
  /** The beginning, for people to see. */
  readonly text: string;
  /** What ended it before the answer was whole enough to count. */
  readonly failure: Error | undefined;
}

/** The time was up. */
export class TimeUpError extends Error {
  constructor() {
    super('the time was up');
    this.name = 'TimeUpError';
  }
}

/**
 * One exchange, with one clock for all of it. The answer is read up to 64 KiB, as it comes over the
 * wire. A receiver that ends the connection early has answered all the same: only its status
 * counts. It never rejects.
 */
export function exchange(agent: Dispatcher, post: Post, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const reader = new Reader(resolve, timeoutMs);
    try {
      agent.dispatch({ ...post, method: 'POST' }, reader);
    } catch (error) {
      reader.onResponseError(undefined, error instanceof Error ? error : new Error('dispatch'));
    }
  });
}

/** The parts of an answer as they come, without a stream for each. */
class Reader implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: Answer) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #kept: Buffer[] = [];
  #length = 0;
  #status: number | null = null;
  #retryAfter: string | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #hasEnded = false;

  constructor(resolve: (answer: Answer) => void, timeoutMs: number) {
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.#giveUp(), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It was connected too late.
    if (this.#hasEnded) controller.abort(new TimeUpError());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // 102 and 103 only announce the answer; undici takes a 100 for the end of the connection.
    if (status < 200) return;
    this.#status = status;
    const retryAfter = headers['retry-after'];
    if (typeof retryAfter === 'string') this.#retryAfter = retryAfter;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#length < KEPT_BYTES) this.#kept.push(chunk.subarray(0, KEPT_BYTES - this.#length));
    this.#length += chunk.length;
    if (this.#length < READ_LIMIT) return;
    this.#end(undefined);
    controller.abort(new Error('enough was read'));
  }

  onResponseEnd(): void {
    this.#end(undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#end(this.#status === null ? error : undefined);
  }

  #giveUp(): void {
    const timeUp = new TimeUpError();
    this.#end(timeUp);
    this.#controller?.abort(timeUp);
  }

  #end(failure: Error | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    const text = this.#length === 0 ? '' : printable(Buffer.concat(this.#kept));
    this.#resolve({ status: this.#status, retryAfter: this.#retryAfter, text, failure });
  }
}

/** PostgreSQL's text takes no NUL, and a terminal should get no control characters. */
function printable(bytes: Buffer): string {
  // `stream` leaves out a character that the limit cut in two.
  const text = new TextDecoder().decode(bytes, { stream: true });
  return printableText(text);
}

export function printableText(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\n\r\t])\p{Cc}/gu, '\uFFFD');
}
