import { HOUR_MS } from '../durations.ts';
import { memoize } from '../platform/memoize.ts';
import type { Language } from '../refusals.ts';

export const CSV_FORMATS = ['excel', 'excel-en', 'plain'] as const;

export interface CsvStyle {
  /**
   * `excel` opens by double click in a Brazilian Excel, `excel-en` in an English one. `plain` is
   * RFC 4180, for programs.
   */
  readonly format: (typeof CSV_FORMATS)[number];
  readonly language: Language;
}

/** The content of a cell, independent of the format. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string | null }
  /** Formatted in reais. */
  | { readonly kind: 'money'; readonly cents: number | null }
  | { readonly kind: 'integer'; readonly value: number | null }
  | { readonly kind: 'time'; readonly at: Date | null };

export interface Column<Row> {
  readonly pt: string;
  readonly en: string;
  readonly cellOf: (row: Row, language: Language) => Cell;
}

const BYTE_ORDER_MARK = '\uFEFF';

export function headOf(columns: readonly Column<never>[], style: CsvStyle): string {
  const names = columns.map((column) => ({ kind: 'text', text: column[style.language] }) as const);
  return `${style.format === 'plain' ? '' : BYTE_ORDER_MARK}${lineOf(names, style)}`;
}

export function lineOf(cells: readonly Cell[], style: CsvStyle): string {
  const separator = style.format === 'excel' ? ';' : ',';
  return `${cells.map((cell) => quoted(writeCell(cell, style))).join(separator)}\r\n`;
}

function writeCell(cell: Cell, { format }: CsvStyle): string {
  switch (cell.kind) {
    case 'text':
      return format === 'plain' ? (cell.text ?? '') : asText(cell.text ?? '');
    case 'money':
      return cell.cents === null ? '' : reais(cell.cents, format === 'excel' ? ',' : '.');
    case 'integer':
      return cell.value === null ? '' : String(cell.value);
    case 'time':
      return cell.at === null ? '' : inBrasilia(cell.at);
  }
}

/**
 * What some programs take for a formula, in full-width characters, too, and after invisible ones.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Z}\p{C}]*[=+\-@\u2212＝＋－＠﹦﹢﹣﹫])/u;

/** Whole numbers that a spreadsheet leaves as they are: no leading zero, no power of ten. */
const KEPT = /^(?:0|[1-9]\d{0,10})$/;
const MONTHS =
  'jan(?:eiro|uary)?|fev(?:ereiro)?|feb(?:ruary)?|mar(?:ço|ch)?|abr(?:il)?|apr(?:il)?|maio?|may|' +
  'jun(?:ho|e)?|jul(?:ho|y)?|ago(?:sto)?|aug(?:ust)?|set(?:embro)?|sept?(?:ember)?|out(?:ubro)?|' +
  'oct(?:ober)?|nov(?:embro|ember)?|dez(?:embro)?|dec(?:ember)?';
/** Has a digit, and otherwise only what numbers, percentages, dates and times are made of. */
const NUMBER = new RegExp(
  `^(?=.*\\p{Nd})(?:[\\p{Nd}\\p{Z}\\p{C}.,:;/%()$€£'+\\-\\u2212－]|R\\$|(?<=[\\d.,])[et](?=[\\d\\p{Z}+-])|` +
    `(?<=\\d)z$|(?:(?<=\\d\\p{Z}?)[ap]|(?<!\\p{L})[ap]m)(?!\\p{L})|(?<!\\p{L})(?:de|${MONTHS})(?!\\p{L}))+$`,
  'iu',
);

const TRUTH_VALUE = /^(?:true|false|verdadeiro|falso)$/i;

/**
 * Marks as text what a spreadsheet would take for a formula or a truth value, or reformat as a
 * number or a date. The plain format, for programs, is unchanged.
 */
function asText(text: string): string {
  const isNumber = NUMBER.test(text) && !KEPT.test(text);
  return FORMULA.test(text) || isNumber || TRUTH_VALUE.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /["\r\n;,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function reais(cents: number, point: string): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${point}${digits.slice(-2)}`;
}

const OFFSET = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Sao_Paulo',
  timeZoneName: 'longOffset',
});
const MAX_OFFSETS = 20_000;

/** Cached per hour: clocks change on the hour, and formatting each row would dominate the time. */
const offsetIn = memoize((hour: number) => {
  const parts = OFFSET.formatToParts(hour * HOUR_MS);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', '') || '+00:00';
}, MAX_OFFSETS);

/** `2026-11-30 23:59:59 -03:00`: sortable as text, with its UTC offset. */
export function inBrasilia(at: Date): string {
  const offset = offsetIn(Math.floor(at.getTime() / HOUR_MS));
  const hours = Number(offset.slice(0, 3));
  const there = new Date(at.getTime() + hours * HOUR_MS).toISOString();
  return `${there.slice(0, 10)} ${there.slice(11, 19)} ${offset}`;
}
