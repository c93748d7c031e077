import type { Dispatcher } from 'undici';

const READ_LIMIT = 64 * 1024;
const KEPT_BYTES = 1_024;

export interface Post {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The receiver's answer, as far as it was received. */
export interface Answer {
  readonly status: number | null;
  readonly retryAfter: string | undefined;
  /** The beginning of the body, to show to people. */
  readonly text: string;
  /** What ended the exchange before there was an answer that counts. */
  readonly failure: Error | undefined;
}

/** The exchange took too long. */
export class TimeUpError extends Error {
  constructor() {
    super('the time was up');
    this.name = 'TimeUpError';
  }
}

/**
 * One exchange with a single timeout for all of it. At most 64 KiB of the body is read, still
 * encoded as it was sent. If the receiver closes the connection early, its status counts all the
 * same. Never rejects.
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

/** Collects the parts of an answer as they arrive, without a stream per answer. */
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
    // The connection was made too late.
    if (this.#hasEnded) controller.abort(new TimeUpError());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // 102 and 103 only precede the answer; undici treats a 100 as the end of the connection.
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

/** PostgreSQL's text type rejects NUL, and terminals should get no control characters. */
function printable(bytes: Buffer): string {
  // `stream` drops a character that the limit cut in half.
  const text = new TextDecoder().decode(bytes, { stream: true });
  return printableText(text);
}

export function printableText(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\n\r\t])\p{Cc}/gu, '\uFFFD');
}
