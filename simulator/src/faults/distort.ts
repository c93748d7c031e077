import { crc16, reais } from '../br-code.ts';
import type { Fault } from './fault.ts';

/** Falsifies a response as the fault says; the books keep the truth. */
export function distort(answer: object, fault: Fault | undefined): object {
  if (fault?.kind === 'wrong-amount') return mapValues(answer, wrongAmount);
  if (fault?.kind === 'bad-crc') return mapValues(answer, badCrc);
  return answer;
}

function mapValues(answer: object, change: (name: string, value: unknown) => unknown): object {
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]: [string, unknown]) => [name, change(name, value)]),
  );
}

function wrongAmount(name: string, value: unknown): unknown {
  if (name === 'qrCopyPaste' && typeof value === 'string') return withOneCentMore(value);
  if (name === 'payoutAmountInCents' || name === 'valueInCents') return Number(value) + 1;
  return value;
}

function badCrc(name: string, value: unknown): unknown {
  if (name !== 'qrCopyPaste' || typeof value !== 'string') return value;
  return value.slice(0, -1) + (value.endsWith('0') ? '1' : '0');
}

/** Changes the amount, with a CRC that matches. */
function withOneCentMore(code: string): string {
  const body = code.slice(0, -4).replace(/5303986\d{4}([\d.]+)5802BR/, (_, amount: string) => {
    const text = reais(Number(amount.replace('.', '')) + 1);
    return `530398654${String(text.length).padStart(2, '0')}${text}5802BR`;
  });
  return body + crc16(body);
}
