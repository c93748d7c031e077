import type { LostCode } from './errors.ts';

export type Language = 'pt' | 'en';

type MessageCode = LostCode | 'still_pending';

/** The package's own messages, in the API's two languages; Portuguese by default. */
const MESSAGES: Record<MessageCode, Record<Language, string>> = {
  connection_failed: {
    pt: 'Não houve resposta do gateway: confira baseUrl e se ele está no ar. Não se sabe se a requisição foi atendida.',
    en: 'No answer came from the gateway: check baseUrl and that it is running. Whether the request was carried out is unknown.',
  },
  timed_out: {
    pt: 'O gateway não respondeu a tempo. Não se sabe se a requisição foi atendida.',
    en: 'The gateway did not answer in time. Whether the request was carried out is unknown.',
  },
  unreadable_answer: {
    pt: 'A resposta não é do gateway: confira baseUrl e o que houver entre os dois.',
    en: 'The answer is not the gateway’s: check baseUrl and whatever stands in between.',
  },
  aborted: {
    pt: 'A chamada foi interrompida por quem a fez.',
    en: 'The call was ended by its caller.',
  },
  still_pending: {
    pt: 'O estado ainda não é final. Espere mais, ou receba o webhook.',
    en: 'The state is not final yet. Wait longer, or receive the webhook.',
  },
};

export function messageOf(code: MessageCode, language: Language = 'pt'): string {
  return MESSAGES[code][language];
}
