import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { DAILY_LIMIT_CENTS, volumeOf } from '../charges/screen-charge.ts';
import { isBlocked } from '../partners/store.ts';
import { inBrasilia, plusSeconds, startOfDay } from '../times.ts';
import { admit, answerCall, callOf, envelope } from './call.ts';
import { USER_QUERY } from './schemas.ts';

const DAY_SECONDS = 86_400;

export function accountRoutes(http: FastifyInstance, app: App): void {
  http.get('/ping', { onRequest: admit(app, 'ping') }, async (request) =>
    envelope({ msg: 'Pong!', claims_for_token_debug: callOf(request).claims }),
  );

  http.get<{ Querystring: { euid: string } }>(
    '/user-info',
    { onRequest: admit(app, 'user-info', 'user'), schema: { querystring: USER_QUERY } },
    (request, reply) =>
      answerCall(app, request, reply, async ({ partner }) => {
        const { euid } = request.query;
        const response = {
          dailyVolumeInCents: (await volumeOf(app.db, partner, euid)).todayInCents,
          maxDailyInCents: DAILY_LIMIT_CENTS,
          isBlocked: await isBlocked(app.db, partner.name, euid),
          dailyLimitResetTime: inBrasilia(plusSeconds(startOfDay(partner.now), DAY_SECONDS)),
        };
        return { response, wrapped: partner.switches.wrapped };
      }),
  );
}
