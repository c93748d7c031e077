import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSearch, writeSearch } from '../shell/search-text.ts';
import {
  oneOf,
  onIgnoredFilter,
  period,
  searchReader,
  text,
  withoutFilters,
} from './search-reader.ts';

const read = searchReader({ status: oneOf('PENDING', 'FAILED'), periodo: period(), q: text(5) });

test('valid filters are kept, and invalid ones are dropped and reported', () => {
  let reports = 0;
  onIgnoredFilter(() => (reports += 1));
  assert.deepEqual(read({ status: 'PENDING', periodo: '7d', q: 'abc', cursor: 'c' }), {
    status: 'PENDING',
    periodo: '7d',
    q: 'abc',
    cursor: 'c',
  });
  assert.equal(reports, 0);
  assert.deepEqual(read({ status: 'NOPE', periodo: '99d', q: 'too long', other: 'x' }), {
    status: undefined,
    periodo: undefined,
    q: undefined,
  });
  assert.equal(reports, 3);
});

test('URL parameters stay strings, even when they look like numbers', () => {
  assert.deepEqual(readSearch('?q=00123&cursor=9e9'), { q: '00123', cursor: '9e9' });
  assert.equal(writeSearch({ q: '00123', cursor: undefined, status: '' }), '?q=00123');
  assert.equal(writeSearch({}), '');
});

test('an open form, a tab and the page cursor do not count as filters', () => {
  assert.equal(withoutFilters({ new: '1', aba: 'erros', cursor: 'x', q: undefined }), undefined);
  assert.deepEqual(withoutFilters({ status: 'PENDING', periodo: '7d', cursor: 'x' }), {
    status: undefined,
    periodo: undefined,
  });
});
