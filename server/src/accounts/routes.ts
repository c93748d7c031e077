import { Type } from 'typebox';
import type { Http } from '../platform/http.ts';

const Schedule = Type.Object({
  percentBasisPoints: Type.Integer(),
  fixedCents: Type.Integer(),
});
const Fees = Type.Object({ deposit: Schedule, withdrawal: Schedule });

export function registerAccountRoutes(http: Http): void {
  http.get(
    '/v1/api/fees',
    { config: { scope: 'any' }, schema: { response: { 200: Fees } } },
    async (request) => request.caller.environment.fees,
  );
}
