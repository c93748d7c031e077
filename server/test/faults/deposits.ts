import { type Row, WHOLE } from './row.ts';

/** What can happen to a deposit between its code and its end. */
export const DEPOSITS: readonly Row[] = [
  {
    id: 'L1',
    fault: 'a notice with a wrong secret, too long, or not JSON',
    outcome: 'it is refused and not stored; if its secret was right, an operator is alerted',
    shownBy: {
      'server/src/provider/routes.test.ts': [
        'a notice without the right secret gets 401 and is not stored, whatever its body',
        'a body that is not a JSON object is refused',
        'an authenticated notice that cannot be stored raises an alert, and no other does',
      ],
    },
  },
  {
    id: 'L2',
    fault: 'a notice about a charge that is unknown, or not known yet',
    outcome: 'it is kept, raises an alert, and is matched when the charge appears',
    shownBy: {
      'server/src/provider/apply-notices.test.ts': [
        'a notice with an unknown ID raises an alert after five tries, and still matches later',
        'a notice without a valid ID is stored and raises an alert',
      ],
    },
  },
  {
    id: 'L3',
    fault: 'a false notice',
    outcome: 'nothing changes that the provider does not confirm when read back',
    shownBy: {
      'server/src/provider/apply-notices.test.ts': [
        'a notice is only a hint: the status is read back, and the reading decides',
        'a live notice cannot change a test deposit, nor a test notice a live one',
      ],
    },
  },
  {
    id: 'L4',
    fault: 'the process is killed before or after a notice is stored',
    outcome: 'no payment is lost, and repeating the notice is harmless',
    shownBy: {
      'server/test/faults/killed-workers.long.test.ts': [
        'an API killed at notice.before-file loses no payment, and repeating the notice is harmless',
        'an API killed at notice.after-file loses no payment, and repeating the notice is harmless',
      ],
    },
  },
  {
    id: 'L5',
    fault: 'the same status reported many times, also concurrently',
    outcome: 'one transition, one event',
    shownBy: {
      'server/src/deposits/settle-deposit.test.ts': [
        'twenty concurrent identical readings cause one transition and one event',
      ],
      'server/src/provider/apply-notices.test.ts': [
        'a repeated notice is stored once, and applied again',
        'several notices about one charge cause a single status call',
      ],
      'server/test/journeys/unreliable-provider.test.ts': [
        'duplicated and reordered notices change nothing twice',
      ],
    },
  },
  {
    id: 'L6',
    fault: 'statuses in every order, with repetitions',
    outcome: 'one final state, and one set of events',
    shownBy: { 'server/src/deposits/decide.test.ts': WHOLE },
  },
  {
    id: 'L7',
    fault: 'a different amount is paid than was requested',
    outcome: 'the requested amount stays; a short payment is not confirmed',
    shownBy: {
      'server/src/deposits/decide.test.ts': [
        'no sequence of readings confirms an underpaid deposit',
      ],
      'server/test/journeys/deposit.test.ts': [
        'a short payment does not confirm its deposit: the amount is shown and an operator alerted',
      ],
    },
  },
  {
    id: 'L8',
    fault: 'a status in another case, an unknown one, or none',
    outcome: 'it is understood, or changes nothing; no error is retried without backoff',
    shownBy: {
      'server/src/provider/eulen/translate.test.ts': WHOLE,
      'server/src/provider/apply-notices.test.ts': [
        'a notice that cannot be applied is retried with increasing delays, and never dropped',
      ],
    },
  },
  {
    id: 'L9',
    fault: 'no notice ever arrives',
    outcome: 'polling finds the payment, within the budget',
    shownBy: {
      'server/test/journeys/unreliable-provider.test.ts': [
        'a payment without notices is found by polling within 15 seconds',
      ],
      'server/test/journeys/provider-budgets.long.test.ts': [
        'polling five hundred open deposits stays within the budget, and orders still succeed',
      ],
      'server/test/journeys/reconciliation.test.ts': [
        'deposits whose every notice is lost reach their right states',
      ],
    },
  },
  {
    id: 'L10',
    fault: 'a payment after the deposit expired here',
    outcome: 'it is still confirmed, and the history shows both',
    shownBy: {
      'server/test/journeys/deposit.test.ts': [
        'an unpaid deposit expires, and is still confirmed when it is paid late',
      ],
      'server/test/journeys/unreliable-provider.test.ts': [
        'a late payment without notices is found by polling after the expiry',
      ],
    },
  },
  {
    id: 'L11',
    fault: 'money is returned before its payment was reported, or months later',
    outcome: 'refunded once, one event, one alert of the right kind',
    shownBy: {
      'server/src/reversals/record-reversal.test.ts': WHOLE,
      'server/src/reversals/reversal.test.ts': WHOLE,
      'server/test/journeys/deposit.test.ts': [
        'a payment by a stranger is refunded with an alert, and never confirmed',
        'a payment disputed after it was confirmed is refunded, with an alert and both events',
      ],
    },
  },
  {
    id: 'L12',
    fault: 'reads from the provider fail for half an hour',
    outcome: 'it is polled rarely, within its budget, and without a burst once it is back',
    shownBy: {
      'server/test/faults/provider-outage.test.ts': WHOLE,
      'server/src/deposits/look-at-deposits.test.ts': [
        'during a provider outage a turn makes one list call and one reading',
      ],
      'server/src/provider/apply-notices.test.ts': [
        'a notice whose status call fails is retried, and applied when the provider is back',
      ],
    },
  },
  {
    id: 'L13',
    fault: 'a notice and a poll report the same status concurrently',
    outcome: 'one transition, one event',
    shownBy: {
      'server/src/deposits/settle-deposit.test.ts': [
        'twenty concurrent identical readings cause one transition and one event',
        'concurrent contradictory readings end in one state, with each kind of event at most once',
      ],
    },
  },
  {
    id: 'L14',
    fault: 'the process is killed between a status and its event',
    outcome: 'impossible: both are one commit',
    shownBy: {
      'server/test/faults/killed-workers.long.test.ts': [
        'a worker killed at settle.before-commit leaves status, history, event and delivery all written or none',
        'a worker killed at settle.after-commit leaves status, history, event and delivery all written or none',
      ],
      'server/src/webhooks/record-events.test.ts': [
        'an event and its deliveries are rolled back with their change',
      ],
    },
  },
  {
    id: 'L15',
    fault: 'more charges in a period than the provider’s list returns',
    outcome: 'the period is divided, and none is missed',
    shownBy: {
      'server/src/provider/eulen/eulen.test.ts': [
        'a full list is requested again in halves, so that no row is missed',
      ],
      'server/test/journeys/reconciliation.test.ts': [
        'more charges than one list response holds are all compared',
      ],
    },
  },
  {
    id: 'L16',
    fault: 'a charge that was never shown is paid',
    outcome: 'an operator is alerted, with all that is known of it',
    shownBy: {
      'server/src/reconciliation/record-unknown-charges.test.ts': [
        'an unknown charge is recorded as an orphan, and raises an alert whenever it is paid',
      ],
      'server/test/journeys/reconciliation.test.ts': [
        'a charge whose response was lost raises an alert when it is paid, and no merchant sees it',
      ],
    },
  },
];
