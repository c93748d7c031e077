/** Replaces `changes/notify-change.ts`: no dashboard is open. */
export const notifyChange = (): void => undefined;
export const notifyNow = (): void => undefined;
