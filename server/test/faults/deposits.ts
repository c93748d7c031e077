import { type Row, WHOLE } from './row.ts';

/** What can happen to a deposit between its code and its end. */
export const DEPOSITS: readonly Row[] = [
  {
    id: 'L1',
    fault: 'a notice with a wrong secret, too long, or no JSON',
    outcome:
      'is refused unread, and nothing is kept of it; with the secret an operator hears of it',
    shownBy: {
      'server/src/provider/routes.test.ts': [
        'without the secret nothing is stored, nor even read',
        'a body that is no JSON object is refused',
        'an operator hears of a notice with the secret that could not be filed, and of no other',
      ],
    },
  },
  {
    id: 'L2',
    fault: 'a notice of a charge that we do not know, or not yet',
    outcome: 'is kept, alarmed, and matched when the charge appears',
    shownBy: {
      'server/src/provider/apply-notices.test.ts': [
        'an unknown id is kept, alarmed after five tries, and matched when its charge appears',
        'a notice without an id, or with one that is none, is kept and alarmed',
      ],
    },
  },
  {
    id: 'L3',
    fault: 'a notice that lies',
    outcome: 'changes nothing that the provider’s own reading does not say',
    shownBy: {
      'server/src/provider/apply-notices.test.ts': [
        'a notice is only a hint: the status is read back, and the reading decides',
        'a live notice cannot move a test row, nor a test notice a live one',
      ],
    },
  },
  {
    id: 'L4',
    fault: 'killed before or after a notice is filed',
    outcome: 'no payment is lost, and the notice again is harmless',
    shownBy: {
      'server/test/faults/killed-workers.long.test.ts': [
        'an API killed at notice.before-file loses no payment, and the notice again is harmless',
        'an API killed at notice.after-file loses no payment, and the notice again is harmless',
      ],
    },
  },
  {
    id: 'L5',
    fault: 'the same news many times, also at once',
    outcome: 'one step, one event',
    shownBy: {
      'server/src/deposits/settle-deposit.test.ts': [
        'twenty concurrent identical readings cause one transition and one event',
      ],
      'server/src/provider/apply-notices.test.ts': [
        'the same notice twice is filed once, and applied again',
        'many notices of one charge are one reading',
      ],
      'server/test/journeys/unreliable-provider.test.ts': [
        'that repeats and mixes up its notices changes nothing twice',
      ],
    },
  },
  {
    id: 'L6',
    fault: 'news in every order, with repetitions',
    outcome: 'one end, and one set of events',
    shownBy: { 'server/src/deposits/decide.test.ts': WHOLE },
  },
  {
    id: 'L7',
    fault: 'another amount is paid than was asked for',
    outcome: 'the amount asked for stays; what is short is not confirmed',
    shownBy: {
      'server/src/deposits/decide.test.ts': [
        'no sequence of readings confirms an underpaid deposit',
      ],
      'server/test/journeys/deposit.test.ts': [
        'that is paid short is not confirmed: the amount is shown and an operator alerted',
      ],
    },
  },
  {
    id: 'L8',
    fault: 'a status in other letters, an unknown one, or none',
    outcome: 'is understood, or changes nothing; nothing throws without end',
    shownBy: {
      'server/src/provider/eulen/translate.test.ts': WHOLE,
      'server/src/provider/apply-notices.test.ts': [
        'a notice that cannot be settled fails ever more rarely, and is not given up',
      ],
    },
  },
  {
    id: 'L9',
    fault: 'no notice ever comes',
    outcome: 'looks find the payment, within the budget',
    shownBy: {
      'server/test/journeys/unreliable-provider.test.ts': [
        'whose notices are dropped is asked every ten seconds, so a payment is seen all the same',
      ],
      'server/test/journeys/provider-budgets.long.test.ts': [
        'five hundred open deposits are looked at within the budget, and orders still go through',
      ],
      'server/test/journeys/reconciliation.test.ts': [
        'deposits of a merchant whose every notice is lost come to their right states',
      ],
    },
  },
  {
    id: 'L10',
    fault: 'paid after it had expired here',
    outcome: 'is confirmed all the same, and both stand in its history',
    shownBy: {
      'server/test/journeys/deposit.test.ts': [
        'expires unpaid, and is confirmed all the same when the money comes late',
      ],
      'server/test/journeys/unreliable-provider.test.ts': [
        'whose notice of a late payment is dropped is asked again after the expiry',
      ],
    },
  },
  {
    id: 'L11',
    fault: 'money goes back before its payment was heard of, or months later',
    outcome: 'refunded once, one event, one alert of the right kind',
    shownBy: {
      'server/src/reversals/record-reversal.test.ts': WHOLE,
      'server/src/reversals/reversal.test.ts': WHOLE,
      'server/test/journeys/deposit.test.ts': [
        'paid by a stranger goes back: refunded, an alert, and never confirmed',
        'disputed after it was confirmed is refunded, with an alert and both events',
      ],
    },
  },
  {
    id: 'L12',
    fault: 'the provider’s reads fail for half an hour',
    outcome: 'it is asked rarely, within its budget, and not by all at once when it is back',
    shownBy: {
      'server/test/faults/provider-outage.test.ts': WHOLE,
      'server/src/deposits/look-at-deposits.test.ts': [
        'during a provider outage a turn makes one list call and one reading',
      ],
      'server/src/provider/apply-notices.test.ts': [
        'a notice whose reading fails waits and is applied when the provider is back',
      ],
    },
  },
  {
    id: 'L13',
    fault: 'a notice and a look tell the same at once',
    outcome: 'one step, one event',
    shownBy: {
      'server/src/deposits/settle-deposit.test.ts': [
        'twenty concurrent identical readings cause one transition and one event',
        'concurrent contradictory readings end in one state, with each kind of event at most once',
      ],
    },
  },
  {
    id: 'L14',
    fault: 'killed between a status and its event',
    outcome: 'cannot be: both are one commit',
    shownBy: {
      'server/test/faults/killed-workers.long.test.ts': [
        'a worker killed at settle.before-commit leaves status, history, event and delivery together or none',
        'a worker killed at settle.after-commit leaves status, history, event and delivery together or none',
      ],
      'server/src/webhooks/record-event.test.ts': [
        'an event vanishes with its deliveries when the change is undone',
      ],
    },
  },
  {
    id: 'L15',
    fault: 'more charges in a stretch of time than the provider’s list tells',
    outcome: 'the stretch is divided, and none is missed',
    shownBy: {
      'server/src/provider/eulen/eulen.test.ts': [
        'a full list is asked for in halves, so that no row is missed',
      ],
      'server/test/journeys/reconciliation.test.ts': [
        'more charges than one answer holds are all compared',
      ],
    },
  },
  {
    id: 'L16',
    fault: 'a charge that nobody was shown is paid',
    outcome: 'an operator is told, with all that is known of it',
    shownBy: {
      'server/src/reconciliation/file-strangers.test.ts': [
        'a charge of nobody’s is an orphan on record, and an alert whenever it is paid, however late',
      ],
      'server/test/journeys/reconciliation.test.ts': [
        'a charge whose answer was lost is told of when it is paid, and no merchant sees it',
      ],
    },
  },
];
