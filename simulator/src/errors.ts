import { newId } from './ids.ts';

/** A response of the provider API that is not a success. Without a message the body is `{}`. */
export class ProviderRefusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message = '', headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The provider's usual business refusal. */
export const refuse = (message: string): ProviderRefusal => new ProviderRefusal(520, message);

/** Compliance rejects a payer or receiver. */
export const complianceRefusal = (): ProviderRefusal =>
  new ProviderRefusal(
    422,
    'After a compliance review, we are unable to process this operation at this time. ' +
      `Please contact support with the reference number: ${newId()}`,
  );

const CONTROL_STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  not_found: 404,
  invalid_state: 409,
  unavailable: 503,
} as const;

/** Every refusal of the control API. */
export class ControlError extends Error {
  readonly code: keyof typeof CONTROL_STATUS;

  constructor(code: keyof typeof CONTROL_STATUS, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return CONTROL_STATUS[this.code];
  }
}

/** The command is not allowed in its subject's present state. */
export const invalidState = (status: string): ControlError =>
  new ControlError('invalid_state', `Not possible while it is ${status}.`);
