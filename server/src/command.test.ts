import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountCommands } from './accounts/commands.ts';
import { keyCommands } from './api-keys/commands.ts';
import { auditCommands } from './audits/commands.ts';
import { Misuse, type Options } from './cli-options.ts';
import type { CommandSet } from './command.ts';
import { alertCommands } from './operators/alert-commands.ts';
import { operatorCommands } from './operators/commands.ts';
import { reconciliationCommands } from './reconciliation/commands.ts';
import { secondFactorCommands } from './second-factors/commands.ts';
import { userCommands } from './users/commands.ts';

const COMMANDS: CommandSet = {
  ...accountCommands,
  ...alertCommands,
  ...auditCommands,
  ...keyCommands,
  ...operatorCommands,
  ...reconciliationCommands,
  ...secondFactorCommands,
  ...userCommands,
};

/** The options a command needs, which its usage shows without brackets. */
function neededBy(usage: string): string[] {
  const bare = usage.replaceAll(/\[[^\]]*\]/g, '');
  return [...bare.matchAll(/--([a-z-]+)/g)].map(([, option]) => String(option));
}

test('a command judges by itself whether it has the options it needs', () => {
  const given = { account: 'acc_x', mode: 'test', scopes: 'all', id: '7', deposit: 'dep_x' };
  const enough: Options = { ...given, email: 'a@shop.example', reason: 'they asked' };
  for (const [name, { on, usage, judge }] of Object.entries(COMMANDS)) {
    if (on === 'machine') continue;
    for (const option of neededBy(usage)) {
      assert.throws(() => judge?.({ ...enough, [option]: undefined }), Misuse, `${name} ${option}`);
    }
    assert.doesNotThrow(() => judge?.(enough), name);
  }
});

test('a command judges by itself whether the values of its options are valid', () => {
  const wrong: readonly (readonly [name: string, options: Options])[] = [
    ['account create', { email: 'nobody' }],
    ['key create', { account: 'acc_x', mode: 'test', scopes: 'some' }],
    ['alert show', { id: 'x' }],
    ['reconcile', { since: 'soon' }],
    ['operator grant', { email: 'a@shop.example', reason: 'x' }],
    ['two-steps off', { email: 'nobody', reason: 'they asked' }],
    ['audit list', { limit: '0' }],
    ['audit verify', { head: 'x' }],
  ];
  for (const [name, options] of wrong) {
    assert.throws(() => COMMANDS[name]?.judge?.(options), Misuse, name);
  }
});
