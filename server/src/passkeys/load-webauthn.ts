const MAKERS = ['android-key', 'android-safetynet', 'apple'] as const;

/** It loads slowly, and most installations never see a passkey. */
export const loadWebAuthn = async () => {
  const library = await import('@simplewebauthn/server');
  // Who made it is nothing that we need to know. To follow a chain of certificates that somebody
  // made up takes seconds, and a real one would have us ask its maker's server.
  for (const identifier of MAKERS) {
    library.SettingsService.setRootCertificates({ identifier, certificates: [] });
  }
  return library;
};
