const NAME = 'PONTE SANDBOX';
const CITY = 'SAO PAULO';

const field = (tag: string, value: string): string =>
  `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE over ASCII text, as four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Reais with two decimals and a decimal point, as field 54 requires. */
export function reais(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * A dynamic Pix code ("copia e cola"). `url` is where the payer's bank would look it up, without a
 * scheme.
 */
export function brCode(url: string, amountInCents: number): string {
  const body =
    field('00', '01') +
    field('01', '12') +
    field('26', field('00', 'br.gov.bcb.pix') + field('25', url)) +
    field('52', '0000') +
    field('53', '986') +
    field('54', reais(amountInCents)) +
    field('58', 'BR') +
    field('59', NAME) +
    field('60', CITY) +
    field('62', field('05', '***')) +
    '6304';
  return body + crc16(body);
}
