/** Replaces `changes/tell-change.ts`: no dashboard is open. */
export const tellChange = (): void => undefined;
export const tellNow = (): void => undefined;
