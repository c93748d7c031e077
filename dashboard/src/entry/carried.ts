interface Carried {
  /** The address that was typed last. */
  email: string;
  /** The invitation that somebody without a session came by. */
  invitation: string | undefined;
}

/** What one page of entry hands on to the next. Only in memory: it is gone with the tab. */
export const carried: Carried = { email: '', invitation: undefined };

/** For the mail to confirm, which may be read in another tab, or on another device. */
export function carriedInvitation(): { invitation?: string } {
  const { invitation } = carried;
  return invitation === undefined ? {} : { invitation };
}
