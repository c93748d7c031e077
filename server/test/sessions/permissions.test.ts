import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SCOPES } from '../../src/api-keys/api-key.ts';
import {
  ACTIONS,
  GRANTS,
  isAllowed,
  type Permission,
  type Role,
  ROLES,
} from '../../src/members/member.ts';
import { testEnvironment } from '../app.ts';
import { openGateway } from '../gateway.ts';
import type { Operation } from '../openapi.ts';
import { openPerson, type Person } from '../person.ts';
import { askSession, sampleOf, sessionReference, type Told } from './ask-session.ts';

/** Every operation that people can call, times every role that a person can have. */

const gateway = await openGateway(undefined, { worker: false });
const { operations } = sessionReference;

/** The permission that a route requires according to the description. */
const permissionOf = ({ content }: Operation): string | undefined => {
  const permission = content['x-permission'];
  return typeof permission === 'string' ? permission : undefined;
};
const personOf = ({ content }: Operation): unknown => content['x-person'];
const nameOf = ({ content }: Operation): string => String(content['operationId']);
const outcomeOf = ({ status, error }: Told): string => `${String(status)} ${String(error)}`;

/** What routes open to all members require when they are about somebody else. */
const ABOUT_OTHERS: Readonly<Record<string, Permission>> = { removeMember: 'team:manage' };

function isGranted(role: Role, operation: Operation): boolean {
  const { method } = operation;
  const permission = ABOUT_OTHERS[nameOf(operation)] ?? permissionOf(operation);
  if (permission === 'any') return true;
  const known: readonly Permission[] = [...SCOPES, ...ACTIONS];
  const named = known.find((one) => one === permission);
  assert.ok(named, `${String(permission)} is in no table`);
  return isAllowed(role, named, method);
}

const members = operations.filter((operation) => permissionOf(operation) !== undefined);

describe('each operation of members, by role', { concurrency: 2 }, () => {
  for (const role of ROLES) {
    test(`a ${role} is allowed what the table grants, and nothing else`, async () => {
      const { accountId } = await testEnvironment(gateway.app);
      const refused: string[] = [];
      const allowed: string[] = [];
      for (const group of groupsOf(members)) {
        const person = await openPerson(gateway, { [accountId]: role });
        for (const operation of group) {
          const answer = await ask(operation, accountId, person);
          const granted = isGranted(role, operation);
          const what = `${role}: ${nameOf(operation)}: ${outcomeOf(answer)}`;
          assert.notEqual(answer.status, 401, what);
          assert.equal(answer.error === 'not_permitted', !granted, what);
          (granted ? allowed : refused).push(nameOf(operation));
        }
      }
      assert.ok(allowed.length > 0);
      assert.equal(refused.length === 0, GRANTS[role].write.length === GRANTS.owner.write.length);
    });
  }
});

describe('operations refused to other people', { concurrency: 2 }, () => {
  test('every operation of an account gets 404 for people who are not members', async () => {
    const { accountId } = await testEnvironment(gateway.app);
    const { accountId: elsewhere } = await testEnvironment(gateway.app);
    for (const group of groupsOf(members)) {
      const stranger = await openPerson(gateway, { [elsewhere]: 'owner' });
      for (const operation of group) {
        const answer = await ask(operation, accountId, stranger);
        assert.equal(outcomeOf(answer), '404 not_found', nameOf(operation));
      }
    }
  });

  test('every dangerous operation requires step-up, whatever the role', async () => {
    const { accountId } = await testEnvironment(gateway.app);
    const isFresh = false;
    const stale = await openPerson(
      gateway,
      { [accountId]: 'owner' },
      { isOperator: true, isFresh },
    );
    const asking = operations.filter(({ content }) => content['x-step-up'] === true);
    assert.ok(asking.length > 10);
    for (const operation of asking) {
      const answer = await ask(operation, accountId, stale);
      assert.equal(outcomeOf(answer), '403 step_up_required', nameOf(operation));
    }
  });

  test('every operation that is not public gets 401 when signed out, before any other check', async () => {
    const { accountId } = await testEnvironment(gateway.app);
    const closed = operations.filter(({ content }) => content['x-public'] === undefined);
    assert.ok(closed.length >= members.length);
    for (const operation of closed) {
      const request = sampleOf(operation, accountId);
      for (const cookie of [undefined, 'ponte_session=made-up']) {
        const answer = await askSession(gateway.url, operation, request, cookie);
        assert.equal(outcomeOf(answer), '401 signed_out', nameOf(operation));
      }
    }
  });

  test('every operation of the console gets 404 for people who are not operators', async () => {
    const { accountId } = await testEnvironment(gateway.app);
    const owner = await openPerson(gateway, { [accountId]: 'owner' });
    const operator = await openPerson(gateway, {}, { isOperator: true });
    const consoles = operations.filter((operation) => personOf(operation) === 'operator');
    assert.ok(consoles.length > 10);
    for (const operation of consoles) {
      assert.equal(
        outcomeOf(await ask(operation, accountId, owner)),
        '404 not_found',
        nameOf(operation),
      );
      if (operation.method !== 'GET' || operation.path.includes('{')) continue;
      const answer = await ask(operation, accountId, operator);
      assert.ok(answer.status < 300, `${nameOf(operation)}: ${outcomeOf(answer)}`);
    }
  });
});

test('every operation declares exactly one audience', () => {
  for (const operation of operations) {
    const { content } = operation;
    const said = [permissionOf(operation), personOf(operation), content['x-public']];
    assert.equal(said.filter((one) => one !== undefined).length, 1, nameOf(operation));
  }
});

function ask(operation: Operation, accountId: string, person: Person): Promise<Told> {
  return askSession(gateway.url, operation, sampleOf(operation, accountId), person.cookie);
}

/** As many as one person may send at once. */
function groupsOf(all: readonly Operation[]): Operation[][] {
  const groups = Map.groupBy(all.entries(), ([place]) => Math.floor(place / 60));
  return [...groups.values()].map((group) => group.map(([, operation]) => operation));
}
