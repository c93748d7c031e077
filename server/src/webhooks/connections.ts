import { Client } from 'undici';
import { type Answer, exchange, type Post } from './exchange.ts';

/**
 * Connections to receivers: each carries one exchange at a time and is kept for the next one of its
 * origin. How many there are is the caller's to bound. Undici's own agent looks through all of its
 * origins whenever a connection ends, of which there are thousands where thousands hang.
 */
export class Connections {
  readonly #options: Client.Options;
  readonly #idle = new Map<string, Client[]>();

  constructor(options: Client.Options) {
    this.#options = options;
  }

  /** It never rejects. */
  async exchange(post: Post, timeoutMs: number): Promise<Answer> {
    const client = this.#take(post.origin) ?? this.#open(post.origin);
    const answer = await exchange(client, post, timeoutMs);
    this.#giveBack(post.origin, client);
    return answer;
  }

  /** The one that was used last, so that those beyond need are left to end. */
  #take(origin: string): Client | undefined {
    const idle = this.#idle.get(origin);
    const client = idle?.pop();
    if (idle?.length === 0) this.#idle.delete(origin);
    return client;
  }

  #open(origin: string): Client {
    const client = new Client(origin, this.#options);
    client.on('disconnect', () => this.#forget(origin, client));
    return client;
  }

  #giveBack(origin: string, client: Client): void {
    if (!client.stats.connected) return end(client);
    const idle = this.#idle.get(origin);
    if (idle) idle.push(client);
    else this.#idle.set(origin, [client]);
  }

  /** What is in use when it ends is judged when it is given back. */
  #forget(origin: string, client: Client): void {
    const idle = this.#idle.get(origin);
    const place = idle?.indexOf(client) ?? -1;
    if (!idle || place === -1) return;
    idle.splice(place, 1);
    if (idle.length === 0) this.#idle.delete(origin);
    end(client);
  }
}

function end(client: Client): void {
  client.destroy().catch(() => undefined);
}
