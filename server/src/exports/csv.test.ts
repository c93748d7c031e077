import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cell, type Column, headOf, inBrasilia, lineOf } from './csv.ts';

const EXCEL = { format: 'excel', language: 'pt' } as const;
const ENGLISH_EXCEL = { format: 'excel-en', language: 'en' } as const;
const PLAIN = { format: 'plain', language: 'en' } as const;

const text = (value: string): Cell => ({ kind: 'text', text: value });

test('files match their golden text: byte order mark, separators, decimal signs and quoting', () => {
  const columns: Column<never>[] = [
    { pt: 'Criado em', en: 'Created at', cellOf: () => text('') },
    { pt: 'Valor (R$)', en: 'Amount (R$)', cellOf: () => text('') },
  ];
  const cells: Cell[] = [
    { kind: 'time', at: new Date('2026-12-01T02:59:59.999Z') },
    { kind: 'money', cents: 123_456 },
    { kind: 'money', cents: 5 },
    { kind: 'money', cents: -5 },
    { kind: 'money', cents: null },
    { kind: 'integer', value: 123_456 },
    text('said "no"; left'),
    text('Padaria do Zé'),
    { kind: 'text', text: null },
  ];
  assert.equal(
    headOf(columns, EXCEL) + lineOf(cells, EXCEL),
    '\uFEFFCriado em;Valor (R$)\r\n' +
      '2026-11-30 23:59:59 -03:00;"1234,56";"0,05";"-0,05";;123456;"said ""no""; left";Padaria do Zé;\r\n',
  );
  assert.equal(
    headOf(columns, ENGLISH_EXCEL) + lineOf(cells, ENGLISH_EXCEL),
    '\uFEFFCreated at,Amount (R$)\r\n' +
      '2026-11-30 23:59:59 -03:00,1234.56,0.05,-0.05,,123456,"said ""no""; left",Padaria do Zé,\r\n',
  );
  assert.equal(
    headOf(columns, PLAIN) + lineOf(cells, PLAIN),
    'Created at,Amount (R$)\r\n' +
      '2026-11-30 23:59:59 -03:00,1234.56,0.05,-0.05,,123456,"said ""no""; left",Padaria do Zé,\r\n',
  );
});

test('no cell for Excel starts a formula, and the plain format keeps the text unchanged', () => {
  for (const first of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
    const written = `${first}cmd|' /C calc'!A0`;
    for (const style of [EXCEL, ENGLISH_EXCEL]) {
      const cell = lineOf([text(written)], style).replace(/^"/, '');
      assert.ok(cell.startsWith(`'${first}`), JSON.stringify(cell));
    }
    assert.ok(
      lineOf([text(written)], PLAIN)
        .replace(/^"/, '')
        .startsWith(first),
    );
  }
});

test('formulas after white space or with full-width signs are escaped, and plain text is not', () => {
  for (const before of [' ', '\u00a0', '\u3000', '\ufeff', '\u200b', ' \t\u2003', '\u0000']) {
    for (const sign of ['=', '+', '-', '@', '＝', '\ufe66', '\u2212']) {
      const cell = lineOf([text(`${before}${sign}1+1`)], EXCEL).replace(/^"/, '');
      assert.ok(cell.startsWith(`'${before}`), JSON.stringify(cell));
    }
  }
  for (const plain of ['Aula - turma 2', ' 7 dias', 'a=b', "'tis"]) {
    assert.equal(lineOf([text(plain)], EXCEL), `${plain}\r\n`);
  }
});

test('a text that a spreadsheet would read as a number, date, time or truth value is kept as text', () => {
  const changed = [
    ...['00123', '1E5', '1e-5', '1-2', '1/2', '12345678901234567890', '123456789012', '1.5', '1,5'],
    ...['10:30', '10:30 pm', '9 a', '50%', 'R$ 5,00', '(5)', '.5', '1.000.000', '2026-11-21'],
    ...['2026-11-21T10:30Z', '5 mar', '5 de março', 'Maio 2026', 'Nov-26', 'dec 1, 2026', ' 007'],
    ...[
      '2\u00a0pm',
      '1-AM',
      '7:am',
      '12,E2',
      '1e\u00a00',
      '１２－３',
      `7${'0'.repeat(62)}e1`,
      'TRUE',
      'false',
      'Verdadeiro',
      'FALSO',
    ],
  ];
  for (const written of changed) {
    const [cell, english] = [EXCEL, ENGLISH_EXCEL].map((style) => lineOf([text(written)], style));
    assert.ok(cell?.replace(/^"/, '').startsWith(`'${written}`), JSON.stringify(cell));
    assert.equal(english, cell);
    assert.ok(!lineOf([text(written)], PLAIN).includes("'"), written);
  }
  const kept = [
    ...['0', '4711', '12345678901', 'pedido 00123', '7 dias', '3x', 'Marcos 3', 'maio', 'A1-2'],
    ...['***.456.789-**', 'dep_01m7ykp861e02ane327ms6hr2p', 'E18236120202611211234s0123456789'],
    ...['a7231bc8b6ecfb7e7fcc45aafe5264bb', '1 e 2', '2ª via', 'Loja Falso Brilhante', ''],
  ];
  for (const written of kept) assert.equal(lineOf([text(written)], EXCEL), `${written}\r\n`);
});

test('times are in Brasília time, also in years with daylight saving time', () => {
  assert.equal(inBrasilia(new Date('2026-12-01T03:00:00Z')), '2026-12-01 00:00:00 -03:00');
  assert.equal(inBrasilia(new Date('2018-12-01T01:59:59Z')), '2018-11-30 23:59:59 -02:00');
  assert.equal(inBrasilia(new Date('2024-02-29T12:00:00Z')), '2024-02-29 09:00:00 -03:00');
});
