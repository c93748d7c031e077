import { Agent, request } from 'undici';
import type { SandboxSettings } from '../config.ts';
import { ApiError } from '../errors.ts';
import type { EnvironmentId } from '../ids.ts';
import { isObject } from '../platform/json.ts';
import { faultOf, type Log } from '../platform/log.ts';

/** The sandbox's own controls: not part of the provider's wire format, and never there in live. */
export interface SandboxControl {
  /** @throws ApiError not_found, invalid_state, or unavailable if the sandbox cannot be reached */
  call(
    method: 'GET' | 'POST' | 'PUT',
    environmentId: EnvironmentId,
    path: string,
    body?: object,
  ): Promise<unknown>;
  /**
   * Tells the sandbox once where to send notices and where receipts are shown: another process may
   * have set other addresses.
   */
  announce(environmentId: EnvironmentId): Promise<void>;
}

type CallArguments = Parameters<SandboxControl['call']>;

const TIMEOUT_MS = 5_000;
const agent = new Agent({ connections: 32, connect: { timeout: 2_000 } });

export function openSandboxControl(settings: SandboxSettings, log: Log): SandboxControl {
  const ask = async (...[method, environmentId, path, body]: CallArguments) => {
    const { statusCode, body: answer } = await request(
      `${settings.url}/control/partners/${environmentId}${path}`,
      {
        dispatcher: agent,
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          authorization: `Bearer ${settings.secret}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body ? JSON.stringify(body) : null,
      },
    );
    const text = await answer.text();
    const result: unknown = statusCode < 300 && text !== '' ? JSON.parse(text) : undefined;
    return { statusCode, result };
  };
  const send: SandboxControl['call'] = async (...args) => {
    const { statusCode, result } = await ask(...args).catch((error: unknown) => {
      log.warn(faultOf(error), 'the sandbox of PONTE_SANDBOX_URL does not answer');
      throw new ApiError('unavailable');
    });
    if (statusCode < 300) return result;
    if (statusCode === 401) {
      log.warn('the sandbox has another PONTE_SANDBOX_SECRET');
      throw new ApiError('not_configured');
    }
    throw refusalOf(statusCode);
  };
  const announced = new Map<EnvironmentId, Promise<unknown>>();
  const announce: SandboxControl['announce'] = async (environmentId) => {
    const { callbackUrl: url, webhookSecret: secret, receiptsUrl } = settings;
    const known = announced.get(environmentId);
    const announcement =
      known ?? send('PUT', environmentId, '/webhooks', { url, secret, receiptsUrl });
    announced.set(environmentId, announcement);
    await announcement.catch((error: unknown) => {
      announced.delete(environmentId);
      throw error;
    });
  };
  return {
    announce,
    call: async (method, environmentId, path, body) => {
      // Commands cause notices.
      if (method === 'POST') await announce(environmentId);
      return send(method, environmentId, path, body);
    },
  };
}

function refusalOf(status: number): ApiError {
  if (status === 404) return new ApiError('not_found');
  if (status === 409) return new ApiError('invalid_state');
  if (status === 400) return new ApiError('invalid_request');
  return new ApiError('unavailable');
}

export interface Books {
  readonly charges: readonly {
    id: string;
    nonce: string | null;
    amountInCents: number;
    status: string;
  }[];
  readonly withdrawals: readonly {
    id: string;
    nonce: string | null;
    payoutAmountInCents: number;
    status: string;
  }[];
}

/**
 * How many of each kind are returned: more than our tests create, and not too many for one answer.
 */
export const MAX_BOOKED = 10_000;

/** The newest of each kind, oldest first. */
export async function readBooks(
  control: SandboxControl,
  environmentId: EnvironmentId,
): Promise<Books> {
  const books = await control.call('GET', environmentId, `/books?limit=${String(MAX_BOOKED)}`);
  if (!isObject(books)) throw new ApiError('unavailable');
  // The sandbox is ours, of the same version.
  const { charges, withdrawals } = books as unknown as Books;
  return { charges: charges.toReversed(), withdrawals: withdrawals.toReversed() };
}
