import { Type } from 'typebox';
import type { Http } from '../platform/http.ts';
import { CentsOf } from '../platform/schema.ts';

const Schedule = Type.Object(
  {
    percentBasisPoints: Type.Integer({
      format: 'int32',
      minimum: 0,
      maximum: 10_000,
      description: 'The part of the amount, in hundredths of a percent.',
      examples: [200],
    }),
    fixedCents: CentsOf('What is added to it.', 99),
  },
  { title: 'FeeSchedule' },
);
const DEFAULTS = {
  deposit: { percentBasisPoints: 200, fixedCents: 99 },
  withdrawal: { percentBasisPoints: 0, fixedCents: 0 },
};
const Fees = Type.Object(
  { deposit: Schedule, withdrawal: Schedule },
  { title: 'Fees', examples: [DEFAULTS] },
);

export function registerAccountRoutes(http: Http): void {
  http.get(
    '/fees',
    {
      config: { scope: 'any' },
      schema: {
        operationId: 'getFees',
        summary: 'Read the fees',
        description: 'What this account pays for a deposit and for a withdrawal.',
        tags: ['Account'],
        response: { 200: Fees },
      },
    },
    async (request) => request.caller.environment.fees,
  );
}
