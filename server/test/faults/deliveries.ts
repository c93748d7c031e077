import { type Row, WHOLE } from './row.ts';

/** What can happen to an event on its way to its receivers. */
export const DELIVERIES: readonly Row[] = [
  {
    id: 'O1',
    fault: 'killed with a hundred deliveries in hand; several workers at once',
    outcome: 'leases end within a minute, none is lost, none is sent by two',
    shownBy: {
      'server/test/faults/killed-workers.long.test.ts': [
        'a worker killed at deliver.after-lease holds a hundred deliveries for a minute at most, and loses none',
      ],
      'server/src/webhooks/delivery-store.test.ts': WHOLE,
    },
  },
  {
    id: 'O2',
    fault: 'killed after the receiver took it, before that is written down',
    outcome: 'one attempt more of the same event, with the same bytes, on the same row',
    shownBy: {
      'server/test/faults/killed-workers.long.test.ts': [
        'a worker killed at deliver.after-send sends the same event and bytes once more, on the same row',
      ],
    },
  },
  {
    id: 'O3',
    fault: 'receivers that are slow, hang, trickle or never stop',
    outcome: '14 s is in time, 16 s is not; an endless answer is cut and counts',
    shownBy: {
      'server/test/faults/slow-receivers.long.test.ts': WHOLE,
      'server/src/webhooks/send.test.ts': [
        'a receiver that says nothing in time is a time-out',
        'an answer that begins well and never ends in time is no success',
        'of an endless answer no more than 64 KiB are read, and it still counts',
      ],
    },
  },
  {
    id: 'O4',
    fault: 'redirects inside, 410, a wait of hours, a packed bomb, a bad certificate',
    outcome: 'not followed, disabled, an hour at most, not unpacked, refused',
    shownBy: {
      'server/src/webhooks/hostile-targets.long.test.ts': [
        'no redirect is followed, whatever its status and wherever it leads',
      ],
      'server/src/webhooks/disable-dead-endpoints.test.ts': [
        'an endpoint that answers 410 is disabled at once and what waits for it ends',
      ],
      'server/src/webhooks/deliver.test.ts': [
        'a delivery to a busy receiver waits as long as it asks, but an hour at most',
      ],
      'server/src/webhooks/send.test.ts': [
        'a compressed answer is not unpacked',
        'TLS is always verified, and for the name, not for the address behind it',
      ],
    },
  },
  {
    id: 'O5',
    fault: 'names that lead elsewhere after registration, or to several addresses',
    outcome: 'nothing inside is ever reached',
    shownBy: {
      'server/src/webhooks/target-guard.test.ts': WHOLE,
      'server/src/webhooks/hostile-targets.long.test.ts': [
        'a name is judged by every address it has, each time it is connected to',
      ],
    },
  },
  {
    id: 'O6',
    fault: 'thousands of endpoints that hang',
    outcome: 'the others hear in time, in bounded memory',
    shownBy: {
      'server/test/faults/hanging-endpoints.long.test.ts': WHOLE,
      'server/src/webhooks/isolation.test.ts': WHOLE,
    },
  },
  {
    id: 'O7',
    fault: 'a delivery or a notice that always fails in the worker',
    outcome: 'its tries are counted and end; all others go on',
    shownBy: {
      'server/src/webhooks/deliver.test.ts': [
        'a delivery whose secret nobody can open counts its attempts and holds up nothing',
      ],
      'server/src/webhooks/disable-dead-endpoints.test.ts': [
        'an endpoint that is disabled or deleted gets nothing more',
      ],
      'server/src/deposits/look-at-deposits.test.ts': [
        'a charge that cannot be settled does not keep others from being checked',
      ],
      'server/src/mails/send-mails.test.ts': [
        'a mail that cannot be decrypted is retried like any other and does not delay others',
      ],
    },
  },
  {
    id: 'O8',
    fault: 'the secret changes while deliveries are tried again',
    outcome: 'both sign until the overlap ends, then the new one alone',
    shownBy: { 'server/src/webhooks/rotate-secret.test.ts': WHOLE },
  },
  {
    id: 'O9',
    fault: 'an endpoint is deleted, disabled or moved while deliveries wait',
    outcome: 'the first two end them, the last takes them along',
    shownBy: {
      'server/src/webhooks/disable-dead-endpoints.test.ts': [
        'an endpoint that is disabled or deleted gets nothing more',
      ],
      'server/src/webhooks/deliver.test.ts': ['a delivery follows its endpoint to a new address'],
    },
  },
  {
    id: 'O10',
    fault: 'five days of nothing but failures',
    outcome: 'disabled once, its owner is told, and what was missed can be had',
    shownBy: {
      'server/src/webhooks/disable-dead-endpoints.test.ts': [
        'an endpoint that has only failed for five days is disabled once, and its owner is owed a mail',
        'an endpoint is not dead while anything succeeds, nor right after it was enabled again',
      ],
      'server/src/webhooks/replay-events.test.ts': [
        'an endpoint that came later, was disabled meanwhile or wants more kinds gets what it missed',
      ],
    },
  },
  {
    id: 'O11',
    fault: 'confirmed and refunded at a receiver that is slow',
    outcome: 'both arrive, in any order; numbers tell which was first',
    shownBy: {
      'server/test/journeys/deposit.test.ts': [
        'disputed after it was confirmed is refunded, with an alert and both events',
      ],
      'server/src/webhooks/number-events.test.ts': [
        'every environment counts for itself, in the order of writing',
      ],
    },
  },
  {
    id: 'O12',
    fault: 'fifty replays at once',
    outcome: 'each event once more under its own id; calls are limited by rate',
    shownBy: {
      'server/src/webhooks/replay-events.test.ts': [
        'fifty replays at once, and steps of four workers beside them, send each event just once more',
      ],
      'server/test/contract/rate-limit.test.ts': [
        'the rates of a new key stop every other route after a burst of 200, at 100 a second',
      ],
    },
  },
  {
    id: 'O13',
    fault: 'the database is away under load, or hangs',
    outcome: 'nothing is lost, nobody ends, all is done ten seconds after it is back',
    shownBy: { 'server/test/roles/database-away.long.test.ts': WHOLE },
  },
  {
    id: 'O14',
    fault: 'the clocks of two workers differ',
    outcome: 'schedule and signatures are by the database’s clock',
    shownBy: { 'server/test/faults/wrong-clocks.long.test.ts': WHOLE },
  },
];
