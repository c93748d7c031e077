import { Type } from 'typebox';
import type { App } from '../app.ts';
import { personActor } from '../audits/audit.ts';
import { recordAct } from '../audits/record-act.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { IdParams, OneOf } from '../platform/schema.ts';
import { composeEvidence } from './compose-evidence.ts';
import { printEvidence } from './print-evidence.ts';

/** Everything known about a deposit that was taken back, as a file to submit. */
export function registerEvidenceRoutes(http: Http, app: App): void {
  http.get(
    '/alerts/:id/evidence',
    {
      config: { action: 'alerts:reveal', stepUp: true },
      schema: {
        operationId: 'getEvidence',
        summary: 'Download the evidence',
        description:
          "The charge, its history, the provider's answers and the webhooks sent, each with its SHA-256. The two tax ids that the case is about stand in it whole.",
        tags: ['Alerts'],
        params: IdParams('med', 'The alert.'),
        querystring: Type.Object({
          format: Type.Optional(
            OneOf(['html', 'json'], {
              description: 'A page to print, which is the default, or JSON.',
            }),
          ),
        }),
        produces: ['application/json', 'text/html'],
        response: {
          // Sent as the text that it already is.
          200: Type.Unsafe<string>({
            type: 'object',
            additionalProperties: true,
            description: 'The bundle: parts by name, and their hashes.',
          }),
        },
      },
    },
    async ({ params, query, caller, session, ip }, reply) => {
      const id = getId('med', params.id);
      const evidence = await composeEvidence(app, caller.environment, id);
      const { accountId, mode } = caller.environment;
      // It discloses two documents, so downloading it is audited.
      const actor = personActor(session);
      const act = { actor, action: 'getEvidence', accountId, mode, subject: id, address: ip };
      await app.db.begin((tx) => recordAct(tx, act));
      const isPage = query.format !== 'json';
      const name = `${evidence.depositId}.${isPage ? 'html' : 'json'}`;
      void reply.headers({
        'content-disposition': `attachment; filename="${name}"`,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      });
      return isPage
        ? reply.type('text/html; charset=utf-8').send(printEvidence(evidence))
        : reply.type('application/json; charset=utf-8').send(evidence.text);
    },
  );
}
