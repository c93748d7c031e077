import { type Api, apiOf, get, type Offer, post } from './api.ts';
import { usageOf } from './child.ts';
import type { LoadResult } from './load.ts';
import type { Finding, Probe, Trial } from './scenario.ts';
import { serverCpuMicroseconds } from './server-cpu.ts';

const SECONDS = { full: 20, short: 3 };
/** Other rows have pushed this one's pages out of the database's memory in the meantime. */
const WARM_UP_SECONDS = { full: 4, short: 2 };

/**
 * Latency for each client at half of the achievable rate, in an open loop: a request is due whether
 * or not the previous one was answered, and its wait counts from then on.
 */
export const halfLoad: Trial = {
  name: 'half-load',
  run: async (stage) => {
    const api = await apiOf(stage);
    const length = stage.isShort ? 'short' : 'full';
    const seconds = SECONDS[length];
    const findings: Finding[] = [];
    const kinds: [Probe, (offer: Offer) => Promise<LoadResult>][] = [
      [post, api.create],
      [get, api.read],
    ];
    for (const [probe, ask] of kinds) {
      const before = await ask({ seconds: WARM_UP_SECONDS[length] });
      const rate = stage.rateOf(probe.name) ?? before.perSecond;
      findings.push(...(await offerHalf(api, probe.name, ask, { seconds, perSecond: rate / 2 })));
    }
    await api.assertComplete();
    return findings;
  },
};

async function offerHalf(
  { gateway }: Api,
  name: string,
  ask: (offer: Offer) => Promise<LoadResult>,
  offer: Required<Pick<Offer, 'seconds' | 'perSecond'>>,
): Promise<Finding[]> {
  const [process] = gateway.processes;
  if (!process) throw new Error('no process to ask');
  const serverBefore = await serverCpuMicroseconds(gateway.url);
  const [[result, usage], providerUsage] = await usageOf(gateway.provider.child, () =>
    usageOf(process, () => ask({ ...offer, warmUpMs: 500 })),
  );
  const server = (await serverCpuMicroseconds(gateway.url)) - serverBefore;
  const what = `${name.toUpperCase()} at ${offer.perSecond.toFixed(0)}/s`;
  const processor = (whose: string, value: number): Finding => ({
    what: `${what}: processor of ${whose}, a request`,
    value,
    unit: 'µs',
  });
  const perRequest = (total: number): number => total / result.answers;
  return [
    { what: `${what}: answered in, p50`, value: result.p50Ms, unit: 'ms' },
    { what: `${what}: answered in, p99`, value: result.p99Ms, unit: 'ms' },
    { what: `${what}: answered in, p99.9`, value: result.p999Ms, unit: 'ms' },
    { what: `${what}: the API’s event loop late by, p99`, value: usage.lagP99Ms, unit: 'ms' },
    {
      what: `${what}: heap allocated by the API, a request`,
      value: perRequest(usage.allocatedBytes),
      unit: 'bytes',
    },
    {
      what: `${what}: resident memory of the API`,
      value: usage.residentBytes / 2 ** 20,
      unit: 'MB',
    },
    processor('the API', perRequest(usage.cpuMicroseconds)),
    processor('PostgreSQL', perRequest(server)),
    processor('the stand-in for the provider', perRequest(providerUsage.cpuMicroseconds)),
    processor('the load itself', result.cpuMicroseconds),
  ];
}
