import { type Row, WHOLE } from './row.ts';

export const PLATFORM: readonly Row[] = [
  {
    id: 'X1',
    fault: 'a process is terminated under load',
    outcome: 'all that it accepted is answered, and it exits within 15 seconds',
    shownBy: {
      'server/test/faults/terminated-process.long.test.ts': WHOLE,
      'server/src/platform/shed.test.ts': [
        'a request in flight at shutdown is answered, and its connection is closed',
        'a request that arrives on an open connection just after shutdown begins is answered too',
        'during shutdown, late requests get 503 and those in flight are answered',
        'a request that trickles in forever does not block the shutdown',
      ],
    },
  },
  {
    id: 'X2',
    fault: 'every process is killed at the same time, again and again',
    outcome: 'every invariant holds',
    shownBy: {
      'server/test/faults/killed-together.long.test.ts': WHOLE,
      'server/src/launch/launch.test.ts': [
        'stops all its processes when it is killed, and starts again with the same data',
      ],
    },
  },
  {
    id: 'X3',
    fault:
      'the database restarts, is read-only, locked or unreachable, or fails over to its standby',
    outcome: '503 immediately, no process exits, no key is used up, nothing acknowledged is lost',
    shownBy: {
      'server/test/faults/failover.long.test.ts': WHOLE,
      'server/test/faults/troubled-database.long.test.ts': WHOLE,
      'server/test/roles/database-away.long.test.ts': [
        'a database killed for 20 seconds under load leads to quick 503s and loses nothing',
      ],
    },
  },
  {
    id: 'X4',
    fault: 'slow statements occupy every connection',
    outcome:
      '503 within two seconds, health checks answer, payers do not use up the API’s connections',
    shownBy: {
      'server/test/contract/shedding.long.test.ts': [
        'with every database connection busy, an order quickly gets 503, and its key stays unused',
      ],
      'server/test/queued-payers.test.ts': WHOLE,
    },
  },
  {
    id: 'X5',
    fault: 'a process is blocked for seconds',
    outcome:
      'it sheds load before anything is claimed; a process that lost its lease changes nothing',
    shownBy: {
      'server/test/contract/shedding.long.test.ts': [
        'an order that is shed leaves its key unused, and notices and health checks are never shed',
      ],
      'server/src/platform/shed.test.ts': [
        'an overloaded event loop sheds requests before they are handled, and recovers',
      ],
      'server/src/webhooks/delivery-store.test.ts': [
        'a worker whose lease has expired overwrites nothing',
      ],
    },
  },
  {
    id: 'X6',
    fault: 'a migration while the previous release still runs',
    outcome: 'both releases work side by side',
    shownBy: {
      'server/test/faults/older-release.long.test.ts': WHOLE,
      'server/src/platform/migrate.test.ts': [
        'applies each migration once, however many processes start concurrently',
        'fails by a lock timeout on a lock that is held, instead of blocking everyone behind it',
      ],
    },
  },
  {
    id: 'X7',
    fault: 'the encryption keys of fields are rotated',
    outcome: 'everything stays readable, and nothing stops',
    shownBy: {
      'server/test/roles/rotation.long.test.ts': WHOLE,
      'server/src/platform/reseal.test.ts': WHOLE,
    },
  },
  {
    id: 'X8',
    fault: 'nobody reads the log',
    outcome: 'requests go on; lost lines are counted',
    shownBy: { 'server/test/faults/blocked-log.long.test.ts': WHOLE },
  },
  {
    id: 'X9',
    fault: 'a heap of 256 MB and ten thousand notices',
    outcome: 'they are processed in batches, to the last',
    shownBy: { 'server/test/faults/small-heap.long.test.ts': WHOLE },
  },
];
