const MAKERS = ['android-key', 'android-safetynet', 'apple'] as const;

/** Loaded on demand: it loads slowly, and most installations never use a passkey. */
export const loadWebAuthn = async () => {
  const library = await import('@simplewebauthn/server');
  // We do not need to know the authenticator's maker. Verifying a forged certificate chain takes
  // seconds, and verifying a real one would send a request to its maker's server.
  for (const identifier of MAKERS) {
    library.SettingsService.setRootCertificates({ identifier, certificates: [] });
  }
  return library;
};
