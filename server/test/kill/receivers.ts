import type { RequestListener } from 'node:http';
import type { Scope } from '../database.ts';
import { openReceiver, type Receiver } from '../receiver.ts';
import { seededRandom } from './random.ts';

/** A receiver of webhooks, and which events it accepted with a 2xx. */
export interface Taker extends Receiver {
  readonly took: ReadonlySet<string>;
}

export function openGoodReceiver(scope: Scope): Promise<Taker> {
  return open(scope, () => 'takes');
}

const MOODS = { takes: 80, fails: 14, closes: 5, hangs: 1 };
type Mood = keyof typeof MOODS;

/**
 * Each hang costs a sender fifteen seconds, and a slow endpoint has only two attempts at a time.
 */
const MAX_HANGS = 5;

/** Fails, hangs up and hangs now and then, until `recover` is called. */
export function openBadReceiver(
  scope: Scope,
  seed: number,
  hasRecovered: () => boolean,
): Promise<Taker> {
  const random = seededRandom(seed);
  let hangs = 0;
  return open(scope, () => {
    if (hasRecovered()) return 'takes';
    const mood = random.weighted(MOODS);
    if (mood !== 'hangs') return mood;
    hangs += 1;
    return hangs > MAX_HANGS ? 'fails' : 'hangs';
  });
}

async function open(scope: Scope, mood: () => Mood): Promise<Taker> {
  const took = new Set<string>();
  const answer: RequestListener = (request, response) => {
    switch (mood()) {
      case 'takes':
        took.add(String(request.headers['webhook-id']));
        response.end('ok');
        return;
      case 'fails':
        response.writeHead(500).end('not now');
        return;
      case 'closes':
        request.socket.destroy();
        return;
      case 'hangs':
        return;
    }
  };
  return { ...(await openReceiver(scope, answer)), took };
}
