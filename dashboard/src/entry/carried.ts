interface Carried {
  /** The e-mail address that was typed last. */
  email: string;
  /** The invitation through which somebody without a session came here. */
  invitation: string | undefined;
}

/** What one entry page passes on to the next. Only in memory: it is gone with the tab. */
export const carried: Carried = { email: '', invitation: undefined };

/** For the confirmation mail, which may be opened in another tab, or on another device. */
export function carriedInvitation(): { invitation?: string } {
  const { invitation } = carried;
  return invitation === undefined ? {} : { invitation };
}
