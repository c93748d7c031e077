import type { Explained } from './causes-pt.ts';

export const CAUSES_EN: Explained = {
  invalid_request: {
    cause:
      'The body is no JSON object, a field has the wrong type, a parameter of the address is not accepted, or the Idempotency-Key has more than 255 characters or some outside visible ASCII. With 408 the request did not come whole in time, with 431 its headers were too long.',
    remedy:
      "Compare the request with the reference of the operation. Unknown fields are ignored, but not unknown arguments of an agent's tool; null in an optional field is a wrong type. An order keeps its key, and takes a new one only after previous_error.",
  },
  missing_idempotency_key: {
    cause: 'Deposits and withdrawals need the header Idempotency-Key, and it was absent or empty.',
    remedy:
      'Make one key for each order, store it before you call, and send it with every repetition.',
  },
  invalid_amount: {
    cause:
      'amountCents was absent, is no whole number, lies outside 200 to 600000, or is beyond what the provider admits for this payer.',
    remedy:
      'Send cents as a whole number, without quotes or a fraction: R$ 50.00 is 5000. Where the message names a limit, ask for less.',
  },
  invalid_tax_id: {
    cause:
      'taxId was absent or has neither 11 digits (CPF) nor 14 (CNPJ). Where the operator demands check digits, they are wrong.',
    remedy:
      'Send text with digits only, without points or hyphens. Ask whoever pays or receives for the document again.',
  },
  invalid_pix_key_type: {
    cause: 'pixKeyType was absent or is not CPF, CNPJ, EMAIL, PHONE or EVP.',
    remedy: 'Send one of the five names, in capitals.',
  },
  invalid_pix_key: {
    cause:
      'pixKey was absent, has not the form that pixKeyType says, or the provider did not accept it.',
    remedy:
      'CPF and CNPJ as digits only; PHONE as +55 and 10 or 11 digits; EVP as a UUID with hyphens; no blanks around it. Confirm the key with whoever receives.',
  },
  no_liquid_address: {
    cause: 'The environment has no default wallet, or walletId is no wallet of yours in this mode.',
    remedy:
      'Register a wallet, or send the id of one that exists. Test wallets do not count with a live key.',
  },
  invalid_liquid_address: {
    cause:
      'The address has a typing error, belongs to another network, or is none of Liquid. A test key takes addresses of the test networks only; a live key, of the main network only.',
    remedy: 'Copy the receiving address from the wallet again, all of it.',
  },
  invalid_url: {
    cause:
      'The URL is not absolute, not https (http in test only), holds a user and password, or leads into a private network.',
    remedy: 'Use a public address with https. For your own machine, use the command line.',
  },
  unauthorized: {
    cause: 'The header Authorization was absent, or the key is wrong, expired or revoked.',
    remedy:
      'Send Authorization: Bearer and the whole key, which begins with pt_test_ or pt_live_. If it is lost, make another in the dashboard.',
  },
  insufficient_scope: {
    cause:
      'The key is valid, but lacks the scope that the operation asks for; or it was made for an agent, and opens /mcp only.',
    remedy:
      'See the scope in the reference and make a key that has it. The scopes of a key do not change.',
  },
  deposits_disabled: {
    cause: 'The operator has paused deposits of this account, or of the whole installation.',
    remedy: 'Tell the payer, and talk to the operator. What was created before goes on as usual.',
  },
  withdrawals_disabled: {
    cause: 'The operator has paused withdrawals of this account, or of the whole installation.',
    remedy: 'Talk to the operator. Send no DePix to an old address.',
  },
  not_found: {
    cause:
      'The path does not exist, or the id does not, or it belongs to another account or to the other mode. Routes of the sandbox do not exist for live keys.',
    remedy:
      'Check the path, and whether the key is of the same mode, test or live, in which the resource was made.',
  },
  method_not_allowed: {
    cause: 'The path exists, but not with that method.',
    remedy: 'Use one of the methods in the header Allow.',
  },
  previous_error: {
    cause: 'The Idempotency-Key was used before, and that request ended in a final refusal.',
    remedy:
      'Put the cause of the first refusal right and order with a new key. Nothing was charged.',
  },
  idempotency_mismatch: {
    cause: 'The same Idempotency-Key came with another body, or to another route.',
    remedy:
      'First see what became of the order under this key: search the request log for the key, and the transactions for the externalId if you sent one. A log without it proves nothing: where neither shows the order, ask whoever operates the gateway before you take a new key. To repeat that order, send exactly the same body. Only an order that is really another one takes a new key: for a retry whose body changed it would charge or pay twice.',
  },
  in_progress: {
    cause: 'Another request with this Idempotency-Key is being served right now.',
    remedy: "Wait for Retry-After and repeat with the same key: the first one's answer comes.",
  },
  duplicate_wallet: {
    cause: 'The address belongs to a wallet of this environment already.',
    remedy: 'List the wallets and use the one that exists.',
  },
  rotation_in_progress: {
    cause:
      'The secret of this endpoint is being replaced already: the old and the new one both sign.',
    remedy: 'Wait for the end of the overlap, or send overlapHours 0 to end the old one at once.',
  },
  too_many_endpoints: {
    cause: 'The environment has 20 webhook endpoints already.',
    remedy: 'Delete one that is no longer used. One endpoint can take all events.',
  },
  endpoint_disabled: {
    cause: 'The endpoint was disabled or deleted.',
    remedy:
      'Put the receiver right, enable the endpoint and send again. Nothing is sent again to a deleted one: read the journal of events.',
  },
  invalid_state: {
    cause:
      'The resource exists, but the state it is in does not allow this: paying a deposit in the sandbox that has failed, for example.',
    remedy: 'Read the present state and choose a command that fits it.',
  },
  events_expired: {
    cause: 'Your reading of the journal stopped so long ago that the events after it are deleted.',
    remedy:
      'Start again without the parameter after, and check what lay between in the list of transactions.',
  },
  payload_too_large: {
    cause: 'The body of the request is over 64 KiB.',
    remedy: 'Send the fields of the operation only; keep the rest on your side, under externalId.',
  },
  unsupported_media_type: {
    cause: 'The body did not come as application/json, or it came compressed.',
    remedy: 'Send Content-Type: application/json and the body uncompressed.',
  },
  payer_declined: {
    cause: "The provider's analysis takes no charges for this CPF or CNPJ.",
    remedy:
      'Do not repeat with the same document. Offer another way to pay, or have another person pay with their own document.',
  },
  rate_limited: {
    cause: 'The key went over its rate, or the provider asked for a pause.',
    remedy:
      'Wait for the seconds in Retry-After and repeat with the same key. Take webhooks instead of asking all the time.',
  },
  internal_error: {
    cause: 'A fault of Ponte. The outcome of the operation is not known.',
    remedy:
      'Repeat with the same key. If it persists, tell the operator the X-Request-Id of the answer, who finds it in the log.',
  },
  provider_error: {
    cause:
      'The provider did not answer, or answered nonsense. The charge or payout may have been made there.',
    remedy: 'Repeat with the SAME key, with growing pauses. A new key could make a second order.',
  },
  not_configured: {
    cause:
      "The provider is not configured for this mode, refused the operator's credential, or is paused.",
    remedy:
      'Talk to the operator, whose command doctor says what is missing. The key may be repeated later.',
  },
  unavailable: {
    cause: 'Ponte is starting, stopping, without its database, or under too much load.',
    remedy: 'Wait for Retry-After and repeat with the same key.',
  },
};
