import type { PaymentLink } from '../api/operations.ts';
import { money } from '../words/format.ts';
import type { Language } from '../words/language.ts';
import { words } from './words.ts';

type Shared = Pick<PaymentLink, 'title' | 'amountCents' | 'url'>;

/** Opens WhatsApp with the message filled in; the sender then chooses the recipient. */
export function whatsappHref({ title, amountCents, url }: Shared, language: Language): string {
  const amount = amountCents === null ? '' : money(amountCents, language);
  return `https://wa.me/?text=${encodeURIComponent(words[language].message({ title, amount, url }))}`;
}
