import type { Explained } from './causes-pt.ts';

export const CAUSES_EN: Explained = {
  invalid_request: {
    cause:
      'The body is not a JSON object, a field has the wrong type, a query parameter is not accepted, or the Idempotency-Key has more than 255 characters or some outside printable ASCII; or the provider refused the order for a reason that Ponte does not know, and the message says so. With 408 the request did not arrive in time, with 431 its headers were too long or too many.',
    remedy:
      "Compare the request with the operation's reference. Unknown fields are ignored, but unknown arguments of an agent's tool are not; null does not stand for a missing field, which has to be left out. An order keeps its key; use a new one only after previous_error.",
  },
  missing_idempotency_key: {
    cause: 'Deposits and withdrawals need the header Idempotency-Key, and it was absent or empty.',
    remedy:
      'Make one key for each order, store it before you call, and send it with every repetition.',
  },
  invalid_amount: {
    cause:
      'amountCents was absent, is not a whole number, is outside 200 to 600000, or is more than the provider allows for this payer.',
    remedy:
      'Send cents as a whole number, without quotes or a fraction: R$ 50.00 is 5000. If the message names a limit, ask for less.',
  },
  invalid_tax_id: {
    cause:
      'taxId was absent, or has neither 11 digits (CPF) nor 14 (CNPJ); or it is a CNPJ with letters, and the operator does not allow them; or its check digits are wrong and have to be right; or the provider does not accept it.',
    remedy:
      'Send text without dots, slashes or hyphens, and letters of a CNPJ as capitals. Ask the payer or recipient for the number again.',
  },
  invalid_pix_key_type: {
    cause: 'pixKeyType was absent or is not CPF, CNPJ, EMAIL, PHONE or EVP.',
    remedy: 'Send one of the five names, in capitals.',
  },
  invalid_pix_key: {
    cause:
      'pixKey was absent, does not have the form of its pixKeyType, or was not accepted by the provider.',
    remedy:
      'Send CPF and CNPJ without punctuation, a CNPJ with letters only if the operator allows it, PHONE as +55 and 10 or 11 digits, EVP as a UUID with hyphens, and no spaces around it. Confirm the key with the recipient.',
  },
  no_liquid_address: {
    cause:
      'There is no default wallet, walletId is not a wallet of yours in this mode, or the provider does not accept its address.',
    remedy:
      'Register a wallet, or send the id of one that exists. A live key cannot use test wallets.',
  },
  invalid_liquid_address: {
    cause:
      'The address has a typing error, belongs to another network, or is not a Liquid address. A test key accepts addresses of the test networks only; a live key, of the main network only.',
    remedy: 'Copy the whole receiving address from the wallet again.',
  },
  invalid_url: {
    cause:
      'The URL is not absolute, is not https (http only in test mode), contains a user and password, or leads into a private network.',
    remedy:
      'Use a public address with https. To receive on your own machine, use the command line.',
  },
  unauthorized: {
    cause: 'The header Authorization was absent, or the key is wrong, expired or revoked.',
    remedy:
      'Send Authorization: Bearer and the whole key, which begins with pt_test_ or pt_live_. If you have lost it, make another in the dashboard.',
  },
  insufficient_scope: {
    cause:
      'The key is valid, but lacks the scope that the operation needs; or it is an agent key, which works only at /mcp.',
    remedy:
      'Find the scope in the reference and make a key that has it. The scopes of a key cannot be changed.',
  },
  deposits_disabled: {
    cause: 'The operator has paused deposits of this account, or of the whole installation.',
    remedy: 'Tell the payer, and talk to the operator. Existing deposits continue as usual.',
  },
  withdrawals_disabled: {
    cause: 'The operator has paused withdrawals of this account, or of the whole installation.',
    remedy: 'Talk to the operator. Do not send DePix to an old address.',
  },
  not_found: {
    cause:
      'The path or the id does not exist, or the id belongs to another account or to the other mode. The sandbox routes do not exist for live keys.',
    remedy:
      'Check the path, and that the key has the mode, test or live, in which the resource was created.',
  },
  method_not_allowed: {
    cause: 'The path exists, but not with that method.',
    remedy: 'Use one of the methods in the header Allow.',
  },
  previous_error: {
    cause: 'The Idempotency-Key was used before, and that request ended in a final refusal.',
    remedy: 'Fix the cause of the first refusal and order with a new key. Nothing was charged.',
  },
  idempotency_mismatch: {
    cause: 'The same Idempotency-Key came with another body, or to another route.',
    remedy:
      'First find out what became of the order with this key: search the request log for the key, and the transactions for the externalId if you sent one. Finding nothing proves nothing: if neither shows the order, ask the operator before you use a new key. To repeat that order, send exactly the same body. Use a new key only for an order that is really a different one: for a retry whose body changed it would charge or pay twice.',
  },
  in_progress: {
    cause: 'Another request with this Idempotency-Key is in progress.',
    remedy: 'Wait for Retry-After and repeat with the same key: you get the first response.',
  },
  duplicate_wallet: {
    cause: 'The address already belongs to one of your wallets in this mode.',
    remedy: 'List the wallets and use the one that exists.',
  },
  rotation_in_progress: {
    cause:
      'The secret of this endpoint is already being replaced: the old and the new one both sign.',
    remedy: 'Wait until the overlap ends, or send overlapHours 0 to end the old one at once.',
  },
  too_many_endpoints: {
    cause: 'This mode already has 20 webhook endpoints.',
    remedy: 'Delete one that is no longer used. One endpoint can take all events.',
  },
  endpoint_disabled: {
    cause: 'The endpoint was disabled or deleted.',
    remedy:
      'Fix the receiver, enable the endpoint and send again. Nothing can be sent to a deleted one: read the journal of events instead.',
  },
  invalid_state: {
    cause:
      'The resource exists, but its current state does not allow this, such as paying a failed deposit in the sandbox.',
    remedy: 'Read the current state and choose a command that it allows.',
  },
  events_expired: {
    cause: 'You last read the journal so long ago that the next events have been deleted.',
    remedy:
      'Start again without the parameter after, and look up what you missed in the list of transactions.',
  },
  payload_too_large: {
    cause: 'The body of the request is over 64 KiB.',
    remedy: 'Send only the fields of the operation; keep the rest on your side, under externalId.',
  },
  unsupported_media_type: {
    cause: 'The body did not come as application/json, or it came compressed.',
    remedy: 'Send Content-Type: application/json and the body uncompressed.',
  },
  payer_declined: {
    cause:
      'The provider does not accept this CPF or CNPJ. Or it refused the order for a reason that Ponte does not know, and the message says so.',
    remedy:
      'Do not repeat with the same number. Offer another way to pay, or have somebody else pay with their own CPF or CNPJ. Nothing was charged or paid; the operator sees in the log what the provider said.',
  },
  rate_limited: {
    cause: 'The API key exceeded its rate limit, or the provider asked for a pause.',
    remedy:
      'Wait for the seconds in Retry-After and repeat with the same key. Use webhooks instead of polling.',
  },
  internal_error: {
    cause: 'An error in Ponte. The outcome of the operation is unknown.',
    remedy:
      'Repeat with the same key. If it persists, send the operator the X-Request-Id of the response, to look up in the log.',
  },
  provider_error: {
    cause:
      'The provider did not answer, or answered nonsense. The charge or payout may have been made there.',
    remedy: 'Repeat with the SAME key, with growing pauses. A new key could create a second order.',
  },
  not_configured: {
    cause:
      "The provider is not configured for this mode, refused the operator's credential, or is paused.",
    remedy:
      'Talk to the operator, whose command doctor says what is missing. You can repeat with the same key later.',
  },
  unavailable: {
    cause: 'Ponte is starting, stopping, without its database, or under too much load.',
    remedy: 'Wait for Retry-After and repeat with the same key.',
  },
};
