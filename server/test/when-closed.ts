import type { Socket } from 'node:net';

/** Waits until the connection is closed, with an error too, for which `once` would reject. */
export async function whenClosed(socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()));
}
