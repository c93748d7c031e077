import { Client } from 'undici';
import { type Answer, exchange, type Post } from './exchange.ts';

/**
 * Connections to receivers. Each carries one exchange at a time and is then kept for the next one
 * to its origin. The caller limits their number. Undici's own Agent scans all its origins whenever
 * a connection closes, and thousands close when thousands of receivers hang.
 */
export class Connections {
  readonly #options: Client.Options;
  readonly #idle = new Map<string, Client[]>();

  constructor(options: Client.Options) {
    this.#options = options;
  }

  /** Never rejects. */
  async exchange(post: Post, timeoutMs: number): Promise<Answer> {
    const client = this.#take(post.origin) ?? this.#open(post.origin);
    const answer = await exchange(client, post, timeoutMs);
    this.#giveBack(post.origin, client);
    return answer;
  }

  /** Takes the most recently used connection, so that surplus ones idle out. */
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

  /** Drops an idle connection that closed; one in use is checked when it is given back. */
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
