import type { Shop } from '../../accounts/shop.ts';
import { isVisible } from '../../platform/is-visible.ts';

/** Direction marks and control characters, except line breaks and tabs. */
const UNSEEN = /[\u202a-\u202e\u2066-\u2069\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Somebody else's text, made unable to disturb the direction of ours around it. */
export function plain(text: string): string {
  const bare = text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, '').trim();
  if (!isVisible(bare)) return '';
  return RIGHT_TO_LEFT.test(bare) ? `\u2068${bare}\u2069` : bare;
}

/** A name that cannot be seen counts as none. */
export function plainShop({ name, contact, website }: Shop): Shop {
  return {
    name: plain(name ?? '') || null,
    contact: plain(contact ?? '') || null,
    website: website !== null && /^https:\/\//i.test(website) ? website : null,
  };
}
