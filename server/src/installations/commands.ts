import type { Answer, CommandSet } from '../command.ts';
import { describeSafeMode } from './safe-mode.ts';
import { readSafeMode, type SafeMode, writeSafeMode } from './store.ts';

const LONGEST_REASON = 500;

export const safeModeCommands: CommandSet = {
  'safe-mode on': {
    on: 'database',
    usage: '[--reason TEXT]',
    help: 'no new money on any node, all else goes on',
    run: async (db, { reason }) => {
      if (typeof reason === 'string' && reason.length > LONGEST_REASON) {
        throw new Error(`--reason takes at most ${String(LONGEST_REASON)} characters`);
      }
      return answerOf(await writeSafeMode(db, true, typeof reason === 'string' ? reason : null));
    },
  },
  'safe-mode off': {
    on: 'database',
    usage: '',
    help: 'new money moves again within two seconds',
    run: async (db) => answerOf(await writeSafeMode(db, false, null)),
  },
  'safe-mode status': {
    on: 'database',
    usage: '',
    help: 'whether it is on, since when and why',
    run: async (db) => answerOf(await readSafeMode(db)),
  },
};

function answerOf(safeMode: SafeMode): Answer {
  const { on, reason, since } = safeMode;
  return { json: { safeMode: on, reason, since }, text: describeSafeMode(safeMode) };
}
