const meta =
  typeof document === 'undefined' ? null : document.querySelector('meta[name="csp-nonce"]');
const nonce = meta?.getAttribute('content') ?? '';

/**
 * The nonce that the page's CSP requires on every style element; the server writes it into the
 * page.
 */
export function cspNonce(): string {
  return nonce;
}

// Where the components that lock scrolling under a dialog look for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });
