import { crc16 } from '../src/pix/crc16.ts';

/** A valid dynamic code for that amount, in reais; it may have none. */
export function pixCode(amount?: string): string {
  const account = field('00', 'br.gov.bcb.pix') + field('25', 'qr.example/abcd');
  const sum = amount === undefined ? '' : field('54', amount);
  const body = [
    field('00', '01') + field('26', account) + field('52', '0000') + field('53', '986') + sum,
    field('58', 'BR') + field('59', 'PONTE') + field('60', 'SAO PAULO'),
    field('62', field('05', '***')) + '6304',
  ].join('');
  return body + crc16(body);
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value;
}
