import { type Row, WHOLE } from './row.ts';

/** What can happen to an event on its way to its receivers. */
export const DELIVERIES: readonly Row[] = [
  {
    id: 'O1',
    fault: 'a worker is killed while it holds a hundred deliveries; several workers in parallel',
    outcome: 'leases expire within a minute; none is lost, and none is sent by two workers',
    shownBy: {
      'server/test/faults/killed-workers.long.test.ts': [
        'a worker killed at deliver.after-lease delays a hundred deliveries by a minute at most, and loses none',
      ],
      'server/src/webhooks/delivery-store.test.ts': WHOLE,
    },
  },
  {
    id: 'O2',
    fault: 'a worker is killed after the receiver accepted, before that is recorded',
    outcome: 'one more attempt of the same event, with the same bytes, on the same row',
    shownBy: {
      'server/test/faults/killed-workers.long.test.ts': [
        'a delivery of a worker killed at deliver.after-send is resent once, with the same id and bytes',
      ],
    },
  },
  {
    id: 'O3',
    fault: 'receivers that are slow, hang, trickle or never stop',
    outcome: '14 s is in time, 16 s is not; an endless response is cut off and counts',
    shownBy: {
      'server/test/faults/slow-receivers.long.test.ts': WHOLE,
      'server/src/webhooks/send.test.ts': [
        'a receiver that does not respond in time counts as a timeout',
        'a response that starts with 200 but does not end in time is not a success',
        'an endless response is cut off early, and its status still counts',
      ],
    },
  },
  {
    id: 'O4',
    fault:
      'redirects to internal hosts, 410, a wait of hours, a compression bomb, a bad certificate',
    outcome: 'not followed, disabled, an hour at most, not decompressed, refused',
    shownBy: {
      'server/src/webhooks/hostile-targets.long.test.ts': [
        'no redirect is followed, whatever its status and target',
      ],
      'server/src/webhooks/disable-dead-endpoints.test.ts': [
        'an endpoint that answers 410 is disabled immediately, and its pending deliveries end',
      ],
      'server/src/webhooks/deliver.test.ts': [
        'a retry waits as long as Retry-After asks, but an hour at most',
      ],
      'server/src/webhooks/send.test.ts': [
        'a compressed response is not decompressed',
        'TLS certificates are always verified, against the host name and not the address',
      ],
    },
  },
  {
    id: 'O5',
    fault: 'host names that resolve elsewhere after registration, or to several addresses',
    outcome: 'nothing internal is ever reached',
    shownBy: {
      'server/src/webhooks/target-guard.test.ts': WHOLE,
      'server/src/webhooks/hostile-targets.long.test.ts': [
        'a host name is refused if any address that it resolves to is forbidden',
      ],
    },
  },
  {
    id: 'O6',
    fault: 'thousands of endpoints that hang',
    outcome: 'the others are served in time, in bounded memory',
    shownBy: {
      'server/test/faults/hanging-endpoints.long.test.ts': WHOLE,
      'server/src/webhooks/isolation.test.ts': WHOLE,
    },
  },
  {
    id: 'O7',
    fault: 'a delivery or a notice that always fails in the worker',
    outcome: 'its attempts are counted and end; all others go on',
    shownBy: {
      'server/src/webhooks/deliver.test.ts': [
        'a delivery whose secret cannot be decrypted counts its attempts and blocks no other',
      ],
      'server/src/webhooks/disable-dead-endpoints.test.ts': [
        'an endpoint that is disabled or deleted gets no more deliveries',
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
    fault: 'the secret is rotated while deliveries are being retried',
    outcome: 'both secrets sign until the overlap ends, then only the new one',
    shownBy: { 'server/src/webhooks/rotate-secret.test.ts': WHOLE },
  },
  {
    id: 'O9',
    fault: 'an endpoint is deleted, disabled or moved while deliveries are pending',
    outcome: 'deleting or disabling ends them; moving takes them along',
    shownBy: {
      'server/src/webhooks/disable-dead-endpoints.test.ts': [
        'an endpoint that is disabled or deleted gets no more deliveries',
      ],
      'server/src/webhooks/deliver.test.ts': ['a retry goes to the new URL of its endpoint'],
    },
  },
  {
    id: 'O10',
    fault: 'five days of nothing but failures',
    outcome: 'the endpoint is disabled once, its owner notified, and missed events can be replayed',
    shownBy: {
      'server/src/webhooks/disable-dead-endpoints.test.ts': [
        'an endpoint that has only failed for five days is disabled once, and a mail is queued',
        'an endpoint is not disabled while anything succeeds, nor right after it is enabled again',
      ],
      'server/src/webhooks/replay-events.test.ts': [
        'a replay covers events from before an endpoint was created, enabled or subscribed to them',
      ],
    },
  },
  {
    id: 'O11',
    fault: 'confirmed and refunded at a slow receiver',
    outcome: 'both events arrive, in any order; their numbers show which was first',
    shownBy: {
      'server/test/journeys/deposit.test.ts': [
        'a payment disputed after it was confirmed is refunded, with an alert and both events',
      ],
      'server/src/webhooks/number-events.test.ts': [
        'each environment has its own sequence, in the order of writing',
      ],
    },
  },
  {
    id: 'O12',
    fault: 'fifty concurrent replays',
    outcome: 'each event is sent once more under its own id; calls are rate limited',
    shownBy: {
      'server/src/webhooks/replay-events.test.ts': [
        'fifty concurrent replays and four workers send each event just once more',
      ],
      'server/test/contract/rate-limit.test.ts': [
        'a new key may make a burst of 200 calls to all other routes, and then 100 a second',
      ],
    },
  },
  {
    id: 'O13',
    fault: 'the database is unavailable under load, or hangs',
    outcome: 'nothing is lost, no process exits, and all is done ten seconds after it is back',
    shownBy: { 'server/test/roles/database-away.long.test.ts': WHOLE },
  },
  {
    id: 'O14',
    fault: 'the clocks of two workers differ',
    outcome: 'schedules and signatures follow the database’s clock',
    shownBy: { 'server/test/faults/wrong-clocks.long.test.ts': WHOLE },
  },
];
