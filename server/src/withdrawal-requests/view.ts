import { type Static, Type } from 'typebox';
import { type Environment, feeOf } from '../accounts/environment.ts';
import { maskPixKey, maskTaxIdKey } from '../pix/pix-key.ts';
import { maskTaxId } from '../pix/tax-id.ts';
import {
  CentsOf,
  ExternalId,
  IdOf,
  MostlyNull,
  Nullable,
  OneOf,
  Printable,
  TimestampOf,
} from '../platform/schema.ts';
import { MaskedPixKey, PixKeyTypeView, RECIPIENT } from '../withdrawals/view.ts';
import { REQUEST_STATES, type WithdrawalRequest } from './withdrawal-request.ts';

// Each schema whitelists the fields of an answer, so that no new column can leak.

export const Reason = Printable(1, 500, {
  description: 'What the withdrawal is for, in the words of the agent that asks for it.',
  examples: ['Pays the invoice 1042 of the supplier.'],
});

const state = OneOf(REQUEST_STATES, {
  description:
    '`WAITING` for a person; `CONFIRMED`, being made; `MADE`; `DECLINED` by a person; `REFUSED` when it was to be made; `EXPIRED`, nobody answered in time.',
});
const common = {
  id: IdOf('wrq', 'The request.'),
  state,
  amountCents: CentsOf('What the recipient would get by Pix.', 5_000),
  feeCents: CentsOf("The fee by the account's schedule as it is now.", 0),
  withdrawalId: MostlyNull(IdOf('wdr', 'The withdrawal, once it was made.')),
  refusal: MostlyNull(
    Type.String({
      maxLength: 60,
      pattern: '^[a-z_]+$',
      description: 'The error code that ended it, where it was REFUSED.',
      examples: ['provider_error'],
    }),
  ),
  createdAt: TimestampOf('When it was asked for.'),
  expiresAt: TimestampOf('Until when a person may confirm it.', '2026-11-22T12:34:56.789Z'),
  decidedAt: MostlyNull(TimestampOf('When a person answered.')),
};

/** What the agent that asked sees. */
export const AgentView = Type.Object(
  {
    ...common,
    confirmAt: Type.String({
      maxLength: 2_048,
      format: 'uri',
      description: 'Where a person of the account confirms or declines it, signed in.',
      examples: [
        'https://ponte.example/app/acc_01kah3v5wze8br4hmsf2e8r0tv/test/withdrawal-requests/wrq_01kah3v5wze8br4hmsf2e8r0tv',
      ],
    }),
    externalId: Nullable(ExternalId),
  },
  { title: 'AskedWithdrawal' },
);

const forPeople = {
  ...common,
  pixKeyType: PixKeyTypeView,
  pixKey: MaskedPixKey,
  externalId: Nullable(ExternalId),
  agent: Type.Object(
    {
      keyId: IdOf('key', 'The key that asked.'),
      name: Type.String({ maxLength: 200, description: 'Its name.', examples: ['Assistente'] }),
    },
    { title: 'AskingAgent' },
  ),
  decidedBy: MostlyNull(
    Type.String({
      maxLength: 254,
      description: 'The address of whoever answered.',
      examples: ['ana@loja.example'],
    }),
  ),
};

export const RequestRowView = Type.Object(forPeople, { title: 'WithdrawalRequestRow' });

export const RequestView = Type.Object(
  {
    ...forPeople,
    ...RECIPIENT,
    pixKey: Type.String({
      maxLength: 100,
      description: 'The Pix key to pay to; a CPF or CNPJ is masked for those who may not confirm.',
      examples: ['maria@example.com'],
    }),
    reason: Reason,
  },
  { title: 'WithdrawalRequest' },
);

function commonOf(request: WithdrawalRequest, { fees }: Environment) {
  const { id, amountCents, refusal, externalId } = request;
  return {
    id,
    state: request.state,
    amountCents,
    feeCents: feeOf(amountCents, fees.withdrawal),
    withdrawalId: request.state === 'MADE' ? request.withdrawalId : null,
    refusal,
    externalId,
    createdAt: request.createdAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    decidedAt: request.decidedAt?.toISOString() ?? null,
  };
}

export function agentView(
  request: WithdrawalRequest,
  environment: Environment,
  baseUrl: string,
): Static<typeof AgentView> {
  const { accountId, mode } = environment;
  const confirmAt = `${baseUrl}/app/${accountId}/${mode}/withdrawal-requests/${request.id}`;
  return { ...commonOf(request, environment), confirmAt };
}

export function requestRow(
  request: WithdrawalRequest,
  environment: Environment,
): Static<typeof RequestRowView> {
  const { keyId, keyName, pixKeyType, decidedBy } = request;
  return {
    ...commonOf(request, environment),
    pixKeyType,
    pixKey: maskPixKey(pixKeyType, request.pixKey),
    agent: { keyId, name: keyName },
    decidedBy,
  };
}

/** @param mayConfirm whether it is shown to somebody who has to check whom it pays */
export function requestView(
  request: WithdrawalRequest,
  environment: Environment,
  mayConfirm: boolean,
): Static<typeof RequestView> {
  const { pixKeyType, taxId, reason } = request;
  const pixKey = mayConfirm ? request.pixKey : maskTaxIdKey(pixKeyType, request.pixKey);
  const recipient = maskTaxId(taxId);
  return { ...requestRow(request, environment), pixKey, recipient, reason };
}
