import { reasonOf, recordCommand } from '../audits/record-command.ts';
import type { Options } from '../cli-options.ts';
import type { Answer, CommandSet } from '../command.ts';
import type { Db } from '../platform/db.ts';
import { describeSafeMode } from './safe-mode.ts';
import { readSafeMode, type SafeMode, writeSafeMode } from './store.ts';

export const safeModeCommands: CommandSet = {
  'safe-mode on': {
    on: 'database',
    usage: '[--reason TEXT]',
    help: 'accept no new deposits or withdrawals; all else goes on',
    run: (db, options) => turn(db, options, true),
  },
  'safe-mode off': {
    on: 'database',
    usage: '[--reason TEXT]',
    help: 'accept deposits and withdrawals again within two seconds',
    run: (db, options) => turn(db, options, false),
  },
  'safe-mode status': {
    on: 'database',
    usage: '',
    help: 'say whether it is on, since when and why',
    run: async (db) => answerOf(await readSafeMode(db)),
  },
};

async function turn(db: Db, options: Options, on: boolean): Promise<Answer> {
  const why = reasonOf(options);
  const safeMode = await db.begin(async (tx) => {
    const written = await writeSafeMode(tx, on, on ? why : null);
    await recordCommand(tx, `safe-mode ${on ? 'on' : 'off'}`, options);
    return written;
  });
  return answerOf(safeMode);
}

function answerOf(safeMode: SafeMode): Answer {
  const { on, reason, since } = safeMode;
  return { json: { safeMode: on, reason, since }, text: describeSafeMode(safeMode) };
}
