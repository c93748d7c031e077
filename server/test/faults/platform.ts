import { type Row, WHOLE } from './row.ts';

export const PLATFORM: readonly Row[] = [
  {
    id: 'X1',
    fault: 'a process is told to end under load',
    outcome: 'what it accepted is answered, and it ends within 15 seconds',
    shownBy: {
      'server/test/faults/terminated-process.long.test.ts': WHOLE,
      'server/src/platform/shed.test.ts': [
        'what was under way when it was told to stop is answered, and its connection is given up',
        'what comes on an open connection in the moment of a stop is answered too',
        'while it stops, late requests are sent elsewhere and those under way are answered',
        'a request that drips in for ever does not keep it from stopping',
      ],
    },
  },
  {
    id: 'X2',
    fault: 'every process is killed at once, again and again',
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
    fault: 'the database restarts, reads only, or fails over to its standby',
    outcome: '503 at once, no process ends, no key is spent, nothing acknowledged is lost',
    shownBy: {
      'server/test/faults/failover.long.test.ts': WHOLE,
      'server/test/roles/database-away.long.test.ts': [
        'a database stopped at once for 20 seconds under load costs nobody anything',
      ],
    },
  },
  {
    id: 'X4',
    fault: 'slow statements take every connection',
    outcome: '503 within two seconds, health answers, payers do not take the API’s',
    shownBy: {
      'server/test/contract/shedding.long.test.ts': [
        'with every connection of the database taken, an order is refused within two seconds, its key new',
      ],
      'server/test/rush-of-payers.test.ts': WHOLE,
    },
  },
  {
    id: 'X5',
    fault: 'a process is blocked for seconds',
    outcome: 'it sheds before anything is claimed; whoever lost a lease changes nothing',
    shownBy: {
      'server/test/contract/shedding.long.test.ts': [
        'an order that is shed leaves its key new, and notices and health are never shed',
      ],
      'server/src/platform/shed.test.ts': [
        'a loop that cannot keep up sheds, before anybody is looked at, and recovers',
      ],
      'server/src/webhooks/delivery-store.test.ts': [
        'a worker that outlived its lease overwrites nothing',
      ],
    },
  },
  {
    id: 'X6',
    fault: 'a migration while the release before it still runs',
    outcome: 'old and new go on side by side',
    shownBy: {
      'server/test/faults/older-release.long.test.ts': WHOLE,
      'server/src/platform/migrate.test.ts': [
        'applies each file once however many start together',
        'gives up on a lock that somebody keeps, rather than making everybody wait',
      ],
    },
  },
  {
    id: 'X7',
    fault: 'the keys that seal fields change',
    outcome: 'everything stays readable and nothing stops',
    shownBy: {
      'server/test/roles/rotation.long.test.ts': WHOLE,
      'server/src/platform/reseal.test.ts': WHOLE,
    },
  },
  {
    id: 'X8',
    fault: 'nobody takes the log away',
    outcome: 'requests go on; lines that are lost are counted',
    shownBy: { 'server/test/faults/blocked-log.long.test.ts': WHOLE },
  },
  {
    id: 'X9',
    fault: 'a heap of 256 MB and ten thousand notices',
    outcome: 'taken in batches, to the last',
    shownBy: { 'server/test/faults/small-heap.long.test.ts': WHOLE },
  },
];
