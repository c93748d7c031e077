import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { type Client, type Concurrency, openClient, type Send, sendOver } from './requests.ts';

const LOOK_EVERY_MS = 100;

/** Keeps extra concurrent requests from waiting for a connection. */
const BURST = 64;

/**
 * A client of one address. While nobody listens there, a single probe checks for all of its
 * requests whether somebody does again.
 */
export function openClientOf(
  url: string,
  key: string,
  concurrency: Concurrency,
  isReady: (url: string) => Promise<boolean>,
): Client {
  const agent = new Agent({ connections: BURST });
  let back: Promise<void> | undefined;
  let closed = false;
  const untilBack = async (): Promise<void> => {
    while (!closed && !(await isReady(url))) await pause(LOOK_EVERY_MS);
    back = undefined;
  };
  const send: Send = async (call) => {
    await back;
    try {
      return await sendOver(agent, url, key, call);
    } catch (error) {
      back ??= untilBack();
      throw error;
    }
  };
  const close = async (): Promise<void> => {
    closed = true;
    await agent.destroy();
  };
  return openClient({ send, concurrency, close });
}
