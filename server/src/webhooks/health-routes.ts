import { type Static, Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { CountOf, IdOf, IdParams, MostlyNull, Nullable, TimestampOf } from '../platform/schema.ts';
import { MAX_ENDPOINTS } from './endpoint.ts';
import { type EndpointHealth, HEALTH_HOURS, readEndpointHealth } from './read-endpoint-health.ts';
import { Url } from './view.ts';

const CONFIG = { scope: 'webhook:manage' } as const;
const TAGS = ['Webhooks'];

const Share = (description: string) =>
  Nullable(
    Type.Integer({ format: 'int32', minimum: 0, maximum: 10_000, description, examples: [9_950] }),
  );

const HealthView = Type.Object(
  {
    endpointId: IdOf('whe', 'The endpoint.'),
    url: Url,
    enabled: Type.Boolean({ description: 'Whether anything is sent to it.', examples: [true] }),
    success24h: Share('Of 10,000 attempts in 24 hours, how many succeeded; null without any.'),
    success7d: Share('The same of seven days.'),
    lastFailure: MostlyNull(
      Type.Object(
        {
          at: TimestampOf('When it failed.'),
          cause: Type.String({
            maxLength: 40,
            description:
              'timeout, certificate, host_not_found, refused, forbidden_target, invalid_response, internal_error, or status_ and the number answered.',
            examples: ['status_500'],
          }),
          responseStatus: Nullable(
            Type.Integer({
              format: 'int32',
              minimum: 100,
              maximum: 999,
              description: 'What it answered with, if it did.',
              examples: [500],
            }),
          ),
        },
        { title: 'EndpointFailure' },
      ),
    ),
    consecutiveFailures: CountOf('How many attempts failed since the last success.', 0),
    nextAttemptAt: MostlyNull(TimestampOf('When something is tried next; null when nothing is.')),
    hours: Type.Array(
      Type.Object(
        {
          at: TimestampOf('The hour.', '2026-11-21T12:00:00.000Z'),
          succeeded: CountOf('Attempts that succeeded.', 40),
          failed: CountOf('Attempts that failed.', 1),
        },
        { title: 'EndpointHour' },
      ),
      { maxItems: HEALTH_HOURS, description: 'The last 48 hours, oldest first, each of them.' },
    ),
  },
  { title: 'EndpointHealth' },
);

/** The delivery health of an environment's endpoints. */
export function registerEndpointHealthRoutes(http: Http, app: App): void {
  http.get(
    '/webhook-health',
    {
      config: CONFIG,
      schema: {
        operationId: 'listEndpointHealth',
        summary: 'See how all endpoints do',
        description: 'Successes, failures and what comes next, of every endpoint.',
        tags: TAGS,
        response: {
          200: Type.Object(
            {
              data: Type.Array(HealthView, {
                maxItems: MAX_ENDPOINTS,
                description: 'The newest endpoint first.',
              }),
            },
            { title: 'EndpointHealthList' },
          ),
        },
      },
    },
    async ({ caller }) => ({
      data: (await readEndpointHealth(app.db, caller.environment.id)).map(healthView),
    }),
  );
  http.get(
    '/webhook-health/:id',
    {
      config: CONFIG,
      schema: {
        operationId: 'getEndpointHealth',
        summary: 'See how an endpoint does',
        description: 'The same of one endpoint.',
        tags: TAGS,
        params: IdParams('whe', 'The endpoint.'),
        response: { 200: HealthView },
      },
    },
    async ({ params, caller }) => {
      const id = getId('whe', params.id);
      const [health] = await readEndpointHealth(app.db, caller.environment.id, id);
      if (!health) throw new ApiError('not_found');
      return healthView(health);
    },
  );
}

function healthView(health: EndpointHealth): Static<typeof HealthView> {
  const { lastFailure, nextAttemptAt, hours } = health;
  return {
    ...health,
    lastFailure: lastFailure && { ...lastFailure, at: lastFailure.at.toISOString() },
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    hours: hours.map((hour) => ({ ...hour, at: hour.at.toISOString() })),
  };
}
