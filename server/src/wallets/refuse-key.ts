import type { Mode } from '../accounts/environment.ts';
import { ApiError, type Text } from '../errors.ts';
import type { DescriptorFault } from '../liquid/descriptor.ts';
import { GAP_LIMIT } from './wallet.ts';

/** What is wrong with a key or a descriptor, without repeating any of its characters. */

export type KeyFault = 'both' | 'needless' | 'of_another' | 'not_within';

export function refuseKey(fault: KeyFault): ApiError {
  return new ApiError('invalid_request', { text: KEY_FAULTS[fault] });
}

export function refuseDescriptor(mode: Mode, fault: DescriptorFault): ApiError {
  return new ApiError('invalid_request', { text: DESCRIPTOR_FAULTS[mode][fault] });
}

const KEY_FAULTS: Readonly<Record<KeyFault, Text>> = {
  both: {
    pt: 'Envie blindingKey ou descriptor, não os dois: o descritor já contém as chaves de blinding.',
    en: 'Send blindingKey or descriptor, not both: the descriptor contains the blinding keys.',
  },
  needless: {
    pt: 'blindingKey só existe para um endereço confidencial, e este não é: qualquer um já vê o que há nele. Envie-o sem blindingKey.',
    en: 'Only a confidential address has a blindingKey, and this one is not: anybody can see what is there. Send it without blindingKey.',
  },
  of_another: {
    pt: 'blindingKey não é a chave deste endereço. Envie a chave de blinding privada do próprio endereço, em 64 caracteres hexadecimais.',
    en: "blindingKey is not this address's key. Send the address's own private blinding key, as 64 hexadecimal characters.",
  },
  not_within: {
    pt: `liquidAddress não está entre os ${String(GAP_LIMIT)} primeiros endereços de recebimento do descritor. Envie um deles, ou só o descritor.`,
    en: `liquidAddress is not among the first ${String(GAP_LIMIT)} receive addresses of the descriptor. Send one of them, or the descriptor alone.`,
  },
};

const FORM = 'ct(slip77(…),elwpkh([…]xpub…/<0;1>/*))#…';

const ANYWHERE = {
  checksum: {
    pt: 'O código de verificação no fim de descriptor não confere: falta ou mudou algum caractere. Copie-o inteiro da sua carteira.',
    en: 'The checksum at the end of descriptor does not match: a character is missing or wrong. Copy all of it from your wallet.',
  },
  private_key: {
    pt: 'descriptor contém uma chave privada, que permite gastar. Nada foi guardado. Envie o que a carteira exporta para observação, e considere essa chave exposta.',
    en: 'descriptor contains a private key, which can spend. Nothing was stored. Send the watch-only export of the wallet, and consider that key exposed.',
  },
} as const satisfies Partial<Record<DescriptorFault, Text>>;

const DESCRIPTOR_FAULTS: Readonly<Record<Mode, Readonly<Record<DescriptorFault, Text>>>> = {
  live: {
    ...ANYWHERE,
    other_network: {
      pt: 'descriptor é de uma rede de testes (tpub); em produção é preciso um da rede principal (xpub).',
      en: 'descriptor is of a test network (tpub); in live mode one of the main network (xpub) is needed.',
    },
    ...formFaults(FORM),
  },
  test: {
    ...ANYWHERE,
    other_network: {
      pt: 'descriptor é da rede principal (xpub); no modo de teste é preciso um da rede de testes (tpub).',
      en: 'descriptor is of the main network (xpub); in test mode one of the test network (tpub) is needed.',
    },
    ...formFaults(FORM.replace('xpub', 'tpub')),
  },
};

function formFaults(form: string): Record<'other_kind' | 'unreadable', Text> {
  return {
    other_kind: {
      pt: `Este tipo de descritor não é aceito. Envie um da forma ${form}`,
      en: `This kind of descriptor is not supported. Send one of the form ${form}`,
    },
    unreadable: {
      pt: `descriptor não pôde ser lido. Envie um da forma ${form}`,
      en: `descriptor could not be read. Send one of the form ${form}`,
    },
  };
}
