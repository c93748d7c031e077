import { randomUUID } from 'node:crypto';
import type { App } from '../app.ts';
import { ponte } from '../cli-options.ts';
import { DAY_MS } from '../durations.ts';
import type { EnvironmentId } from '../ids.ts';
import { cents } from '../money.ts';
import { isObject, parseJson } from '../platform/json.ts';
import { findLiveAsker } from '../provider/connection.ts';
import { beginProbe, nameProbe } from '../provider/probe-store.ts';
import { type ChargeOrder, type PixProvider, ProviderFailure } from '../provider/port.ts';
import type { SandboxControl } from '../sandbox/control.ts';
import { SANDBOX_SPLIT_ADDRESS } from '../sandbox/partner.ts';
import { type Check, fail, ok, warn } from './finding.ts';

/** What probing needs of an open app: in addition, the sandbox's controls. */
export interface ProbedApp extends App {
  readonly sandbox: SandboxControl | undefined;
}

/** A client of the sandbox that is not an environment, so that no merchant sees its charges. */
const PROBER: EnvironmentId = 'env_00000000000000000000000000';
const PAYER = '12345678909';

/** @param taxId the payer of a live charge; without it, none is created */
export function providerChecks(app: ProbedApp, taxId: string | undefined): Check[] {
  return [
    { check: 'provider, test', look: () => lookAtSandbox(app) },
    { check: 'provider, live', look: () => lookAtLive(app, taxId) },
    ...(app.config.live
      ? [
          {
            check: 'token',
            look: async () => lookAtToken(app.config.live?.token ?? '', new Date()),
          },
          { check: 'split address', look: async () => lookAtSplit(app) },
          { check: 'provider notices', look: async () => lookAtNotices(app) },
        ]
      : []),
  ];
}

async function lookAtSandbox(app: ProbedApp) {
  // With the purpose of a look, whose calls count for no environment: the prober is not one.
  const provider = app.providerOf({ environmentId: PROBER, mode: 'test' }, 'sweep');
  if (!provider || !app.sandbox) {
    return warn('no sandbox runs here', 'Start Ponte (npm start), or set PONTE_SANDBOX_URL.');
  }
  try {
    // Nobody waits for notices of this charge.
    await app.sandbox.call('PUT', PROBER, '/switches', { drop: true });
    const { ref } = await provider.createCharge(orderOf(PAYER, SANDBOX_SPLIT_ADDRESS));
    const reading = await provider.readCharge(ref);
    if (!reading) return fail('the charge it made is unknown to it', 'Restart the sandbox.');
    return ok('a charge was made and read back');
  } catch (error) {
    if (error instanceof ProviderFailure) return refusalOf(error);
    return fail(
      'the sandbox does not answer, or refuses our secret',
      'Start Ponte (npm start); for a sandbox started elsewhere see PONTE_SANDBOX_URL and PONTE_SANDBOX_SECRET.',
    );
  }
}

async function lookAtLive(app: App, taxId: string | undefined) {
  const { live } = app.config;
  if (!live) {
    const found = 'not configured: live keys are answered 503';
    // To serve test keys only is a choice; who asks for a charge expects one.
    return taxId === undefined ? ok(found) : warn(found, 'Set PONTE_EULEN_TOKEN.');
  }
  const asker = await findLiveAsker(app.db);
  if (!asker) {
    return warn(
      'there is no account to ask it for yet',
      `Make an account first: ${ponte('account create --email E')}`,
    );
  }
  const provider = app.providerOf({ environmentId: asker, mode: 'live' });
  if (!provider) return fail('it could not be opened', 'See the settings PONTE_EULEN_….');
  try {
    const now = Date.now();
    await provider.listCharges(new Date(now - 1_000), new Date(now));
    if (taxId === undefined) {
      return ok('it answers and accepts the token; a charge is made only with --tax-id CPF');
    }
    return await probeLive(app, provider, live.splitAddress, taxId);
  } catch (error) {
    if (error instanceof ProviderFailure) return refusalOf(error);
    throw error;
  }
}

async function probeLive(
  app: App,
  provider: PixProvider,
  splitAddress: string | undefined,
  taxId: string,
) {
  if (splitAddress === undefined) {
    return fail('there is no address to make a charge to', 'Set PONTE_SPLIT_ADDRESS.');
  }
  const probe = await beginProbe(app.db);
  const { ref } = await provider.createCharge(orderOf(taxId, splitAddress));
  await nameProbe(app.db, probe, ref);
  return ok(`a charge of R$ 2.00 was made (${ref}); it expires by itself`);
}

function orderOf(payerTaxId: string, liquidAddress: string): ChargeOrder {
  const amountCents = cents(200);
  return {
    nonce: randomUUID(),
    payerTaxId,
    liquidAddress,
    amountCents,
    totalCents: amountCents,
    splitBasisPoints: 0,
  };
}

function refusalOf({ refusal, outcome }: ProviderFailure) {
  switch (refusal.code) {
    case 'not_configured':
      return fail(
        'it refuses the token, lacks a permission, or is paused',
        'Ask the provider for a valid token with the permissions to deposit and withdraw; its words are in the log.',
      );
    case 'rate_limited':
      return warn('it allows no calls right now', 'Try again in a minute.');
    case 'payer_declined':
      return warn('it refuses this payer', 'Try again with another --tax-id.');
    default:
      return fail(
        outcome === 'unknown'
          ? 'its answer makes no sense, or there is none'
          : `it refuses: ${refusal.text.en}`,
        'Check that its address can be reached from here, and whether it reports problems.',
      );
  }
}

const WARNED_DAYS = 30;

/** Reads the expiry from the token; if it has none, only the provider knows. */
export function lookAtToken(token: string, now: Date) {
  const end = endOf(token);
  if (end === undefined) return ok('it does not say when it ends');
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
  const day = end.toISOString().slice(0, 10);
  const todo = 'Ask the provider for a new token, set PONTE_EULEN_TOKEN and restart.';
  if (days < 0) return fail(`it ended on ${day}`, todo);
  if (days < WARNED_DAYS) return warn(`it ends on ${day}, in ${String(days)} days`, todo);
  return ok(`it ends on ${day}`);
}

function endOf(token: string): Date | undefined {
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { exp } = isObject(claims) ? claims : {};
  const end = new Date(typeof exp === 'number' ? exp * 1_000 : Number.NaN);
  return Number.isNaN(end.getTime()) ? undefined : end;
}

function lookAtSplit(app: App) {
  return app.config.live?.splitAddress === undefined
    ? fail(
        'PONTE_SPLIT_ADDRESS is not set: deposits with a share for you are answered 503',
        'Set it to a Liquid address of yours.',
      )
    : ok('set, on the Liquid main network');
}

function lookAtNotices(app: App) {
  const base = `${app.config.baseUrl}/provider/webhooks`;
  return app.config.live?.webhookSecret === undefined
    ? warn(
        'PONTE_EULEN_WEBHOOK_SECRET is not set: changes are seen late, by polling',
        `Register ${base}/deposit, …/withdraw and …/med with the provider, and set the secret it gives you.`,
      )
    : ok(`the secret is set; the provider must send to ${base}/deposit, …/withdraw and …/med`);
}
