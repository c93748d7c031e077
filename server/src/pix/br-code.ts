import { cents, type Cents } from '../money.ts';
import { crc16 } from './crc16.ts';
import { type Fields, readFields } from './tlv.ts';

/** The contents of a Pix copy-and-paste code. */
interface BrCode {
  /**
   * `static` contains a key, `dynamic` the URL of a charge, `recurrence` only the URL of a
   * recurring payment.
   */
  readonly kind: 'static' | 'dynamic' | 'recurrence';
  readonly key: string | null;
  readonly url: string | null;
  readonly recurrenceUrl: string | null;
  /** Banks ignore it in a dynamic code: there the charge's own amount counts. */
  readonly amountCents: Cents | null;
  readonly name: string;
  readonly city: string;
  readonly txid: string | null;
  readonly crc: string;
}

export type BrCodeFault = 'length' | 'fields' | 'crc' | 'pix' | 'currency' | 'amount';

export class BrCodeError extends Error {
  readonly fault: BrCodeFault;

  constructor(fault: BrCodeFault) {
    // The message leaves out the code itself, which names a person.
    super(`not a sound BR Code: ${fault}`);
    this.fault = fault;
  }
}

const MAX_LENGTH = 512;
const PIX_GUI = 'br.gov.bcb.pix';
const NO_TXID = '***';
const AMOUNT = /^[0-9]{1,10}(?:\.[0-9]{1,2})?$/;

/**
 * Parses a code. Over-long names and txids are accepted, since such codes circulate and are paid.
 * @throws BrCodeError
 */
export function parseBrCode(text: string): BrCode {
  if (text.length === 0 || text.length > MAX_LENGTH) throw new BrCodeError('length');
  const fields = readFields(text);
  if (!fields || !isFramed(fields)) throw new BrCodeError('fields');
  const crc = text.slice(-4);
  if (crc16(text.slice(0, -4)) !== crc) throw new BrCodeError('crc');
  if (fields.get('53') !== '986') throw new BrCodeError('currency');
  return {
    ...destinationOf(fields),
    amountCents: amountOf(fields),
    name: requiredField(fields, '59'),
    city: requiredField(fields, '60'),
    txid: txidOf(fields),
    crc,
  };
}

/** The format indicator comes first and the checksum last, with nothing after it. */
function isFramed(fields: Fields): boolean {
  const ids = [...fields.keys()];
  return (
    ids[0] === '00' &&
    fields.get('00') === '01' &&
    ids.at(-1) === '63' &&
    fields.get('63')?.length === 4
  );
}

function destinationOf(fields: Fields): Pick<BrCode, 'kind' | 'key' | 'url' | 'recurrenceUrl'> {
  const account = pixTemplate(fields, '26', '51');
  if (!account) throw new BrCodeError('pix');
  const key = account.get('01') ?? null;
  const url = account.get('25') ?? null;
  const recurrenceUrl = pixTemplate(fields, '80', '99')?.get('25') ?? null;
  // With both a key and a charge, the payer's bank would decide which one is paid.
  if (key !== null && url !== null) throw new BrCodeError('pix');
  const kind = url !== null ? 'dynamic' : key !== null ? 'static' : 'recurrence';
  if (kind === 'recurrence' && recurrenceUrl === null) throw new BrCodeError('pix');
  return { kind, key, url, recurrenceUrl };
}

/** The only Pix template among those of other schemes, whose contents are not validated. */
function pixTemplate(fields: Fields, firstId: string, lastId: string): Fields | undefined {
  const found = [...fields]
    .filter(([id]) => id >= firstId && id <= lastId)
    .map(([, value]) => readFields(value))
    .filter((inner) => inner?.get('00')?.toLowerCase() === PIX_GUI);
  if (found.length > 1) throw new BrCodeError('pix');
  return found[0];
}

function amountOf(fields: Fields): Cents | null {
  const text = fields.get('54');
  if (text === undefined) return null;
  if (!AMOUNT.test(text)) throw new BrCodeError('amount');
  const [reais = '', fraction = ''] = text.split('.');
  return cents(Number(reais + fraction.padEnd(2, '0')));
}

function txidOf(fields: Fields): string | null {
  const additional = fields.get('62');
  if (additional === undefined) return null;
  const inner = readFields(additional);
  if (!inner) throw new BrCodeError('fields');
  const txid = inner.get('05') ?? NO_TXID;
  return txid === NO_TXID ? null : txid;
}

function requiredField(fields: Fields, id: string): string {
  const value = fields.get(id);
  if (value === undefined) throw new BrCodeError('fields');
  return value;
}
