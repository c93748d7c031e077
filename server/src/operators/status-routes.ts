import { Type } from 'typebox';
import type { App } from '../app.ts';
import { recordAct } from '../audits/record-act.ts';
import { readSafeMode, type SafeMode as Switched, writeSafeMode } from '../installations/store.ts';
import { isLate, readQueues } from '../operations/read-queues.ts';
import type { Http } from '../platform/http.ts';
import { CountOf, MostlyNull, Nullable, OneOf, TimestampOf } from '../platform/schema.ts';
import { type ConnectionHealth, readProvider } from './read-provider.ts';
import { ActOrder, actorOf } from './reason.ts';

const TAGS = ['Operator'];

const SafeMode = Type.Object(
  {
    isOn: Type.Boolean({ description: 'Whether no new money is taken.', examples: [false] }),
    reason: MostlyNull(
      Type.String({ maxLength: 500, description: 'Why it is on.', examples: ['Provedor fora'] }),
    ),
    since: Nullable(TimestampOf('When it was last turned on or off.')),
  },
  { title: 'SafeMode' },
);
const SafeModeOrder = ActOrder('SafeModeChange', {
  isOn: Type.Boolean({ description: 'Whether no new money is to be taken.', examples: [true] }),
});

const Queues = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          queue: Type.String({
            maxLength: 40,
            description: 'What waits.',
            examples: ['deliveries'],
          }),
          depth: CountOf('How much, counted up to 10,000.'),
          ageSeconds: Type.Number({
            minimum: 0,
            description: 'How long the oldest could have been done; 0 where nothing waits.',
            examples: [1.5],
          }),
          isLate: Type.Boolean({
            description: 'Whether somebody should find out why it waits.',
            examples: [false],
          }),
        },
        { title: 'Queue' },
      ),
      { maxItems: 20, description: 'Work that waits, of the whole installation.' },
    ),
  },
  { title: 'Queues' },
);

const Budget = Type.Object(
  {
    call: Type.String({ maxLength: 60, description: 'The kind of call.', examples: ['deposit'] }),
    left: Type.Number({ description: 'How many may leave at once now.', examples: [42.5] }),
    burst: Type.Number({ minimum: 0, description: 'The most that may.', examples: [50] }),
    perMinute: Type.Number({ minimum: 0, description: 'How many come back.', examples: [15] }),
  },
  { title: 'ProviderBudget' },
);

const Provider = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          connection: OneOf(['live', 'test'] as const, {
            description: 'The live provider, or the sandbox of all test environments.',
          }),
          isConfigured: Type.Boolean({
            description: 'Whether this node knows how to call it.',
            examples: [true],
          }),
          calls: Type.Object(
            {
              accepted: CountOf('Orders that it carried out.'),
              refused: CountOf('Orders that it refused.'),
              failed: CountOf('Orders that never left, or of which nobody knows how they ended.'),
              open: CountOf('Orders that have not come back.'),
            },
            { title: 'ProviderCalls', description: 'Orders of the last hour.' },
          ),
          lastAcceptedAt: Nullable(TimestampOf('The last order in a day that it carried out.')),
          lastFailedAt: MostlyNull(TimestampOf('The last order in a day that failed.')),
          lastNoticeAt: Nullable(TimestampOf('When it last told us something.')),
          lastProbeAt: MostlyNull(TimestampOf('When an operator last tried a charge.')),
          depositsPaused: CountOf('Environments whose deposits are switched off.'),
          withdrawalsPaused: CountOf('Environments whose withdrawals are switched off.'),
          budgets: Type.Array(Budget, {
            maxItems: 20,
            description: 'Calls that are left to the live provider, of those used before.',
          }),
        },
        { title: 'ProviderConnection' },
      ),
      { maxItems: 2, description: 'Live first.' },
    ),
  },
  { title: 'Provider' },
);

export function registerStatusRoutes(http: Http, app: App): void {
  registerSafeModeRoutes(http, app);
  http.get(
    '/queues',
    {
      config: { operator: true },
      schema: {
        operationId: 'getQueues',
        summary: 'Read the queues',
        description: 'How much work waits for the workers, and for how long.',
        tags: TAGS,
        response: { 200: Queues },
      },
    },
    async () => {
      const queues = await readQueues(app.db);
      return { data: queues.map((queue) => ({ ...queue, isLate: isLate(queue) })) };
    },
  );

  http.get(
    '/provider',
    {
      config: { operator: true },
      schema: {
        operationId: 'getProvider',
        summary: 'Read how the provider does',
        description: 'What came of the latest calls of each connection, and how many are left.',
        tags: TAGS,
        response: { 200: Provider },
      },
    },
    async () => ({ data: (await readProvider(app)).map(healthView) }),
  );
}

function registerSafeModeRoutes(http: Http, app: App): void {
  http.get(
    '/safe-mode',
    {
      config: { operator: true },
      schema: {
        operationId: 'getSafeMode',
        summary: 'Read safe mode',
        description: 'Whether the installation takes new money.',
        tags: TAGS,
        response: { 200: SafeMode },
      },
    },
    async () => safeModeView(await readSafeMode(app.db)),
  );

  http.put(
    '/safe-mode',
    {
      config: { operator: true, stepUp: true, asksReason: true },
      schema: {
        operationId: 'setSafeMode',
        summary: 'Turn safe mode on or off',
        description: 'On every node within two seconds; what is under way goes on.',
        tags: TAGS,
        body: SafeModeOrder,
        response: { 200: SafeMode },
      },
    },
    async (request) => {
      const { isOn, reason } = request.body;
      const safeMode = await app.db.begin(async (tx) => {
        const written = await writeSafeMode(tx, isOn, isOn ? reason.trim() : null);
        const details = { isOn };
        await recordAct(tx, { ...actorOf(request), action: 'setSafeMode', details });
        return written;
      });
      return safeModeView(safeMode);
    },
  );
}

function safeModeView({ on, reason, since }: Switched) {
  return { isOn: on, reason, since: since?.toISOString() ?? null };
}

function healthView(health: ConnectionHealth) {
  const { lastAcceptedAt, lastFailedAt, lastNoticeAt, lastProbeAt } = health;
  return {
    ...health,
    budgets: [...health.budgets],
    lastAcceptedAt: lastAcceptedAt?.toISOString() ?? null,
    lastFailedAt: lastFailedAt?.toISOString() ?? null,
    lastNoticeAt: lastNoticeAt?.toISOString() ?? null,
    lastProbeAt: lastProbeAt?.toISOString() ?? null,
  };
}
