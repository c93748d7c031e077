import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urlOf } from '../../test/database.ts';
import { isOperatorsServing } from './serving.ts';

test('a PostgreSQL that refuses is told with the variable that leads to it', async () => {
  await assert.rejects(isOperatorsServing(urlOf('nobodys'), 'DATABASE_URL'), {
    message:
      'The PostgreSQL of DATABASE_URL refuses: database "nobodys" does not exist. Mend DATABASE_URL.',
  });
});
