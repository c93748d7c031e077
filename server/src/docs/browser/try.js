'use strict';
// The client of the API, told to ask nobody but this installation.

/** @typedef {{ createApiReference(at: string, options: Record<string, unknown>): void }} Scalar */
const { Scalar } = /** @type {{ Scalar?: Scalar }} */ (/** @type {unknown} */ (globalThis));

Scalar?.createApiReference('#app', {
  url: '/openapi.json',
  // What would lead elsewhere: fonts, a proxy, counters, and buttons of its maker's services.
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // A key is not written down in the browser.
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'apiKey' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  localization: { locale: document.documentElement.lang.slice(0, 2) },
});
