/** In the place of `changes/tell-change.ts`: no dashboard is open. */
export const tellChange = (): void => undefined;
export const tellNow = (): void => undefined;
