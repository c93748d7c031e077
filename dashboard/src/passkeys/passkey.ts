import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

type PasskeyOptions = Record<string, unknown>;
type PasskeyResponse = Record<string, unknown>;

export function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn();
}

/** Whether the browser suggests passkeys in the e-mail field. */
export function canSuggestPasskeys(): Promise<boolean> {
  return browserSupportsWebAuthnAutofill();
}

/** The browser's response to our options; the user is asked for a fingerprint or a PIN. */
export async function showPasskey(
  options: PasskeyOptions,
  { suggested = false } = {},
): Promise<PasskeyResponse> {
  // The server sends them in the standard's JSON form.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON, useBrowserAutofill: suggested })) };
}

export async function makePasskey(options: PasskeyOptions): Promise<PasskeyResponse> {
  // The server sends them in the standard's JSON form.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON })) };
}

export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

type PasskeyProblem = 'given_up' | 'known';

/** What the browser, not the server, objected to. */
export function passkeyProblemOf(error: unknown): PasskeyProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'InvalidStateError') return 'known';
  return error.name === 'NotAllowedError' || error.name === 'AbortError' ? 'given_up' : undefined;
}
