import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SettingsService } from '@simplewebauthn/server';
import { loadWebAuthn } from './load-webauthn.ts';

test('no root certificates are configured, so attestation certificate chains are not checked', async () => {
  await loadWebAuthn();
  const formats = [
    'fido-u2f',
    'packed',
    'android-safetynet',
    'android-key',
    'tpm',
    'apple',
  ] as const;
  for (const identifier of formats) {
    // Without root certificates the library skips the check of the certificate chain.
    assert.deepEqual(SettingsService.getRootCertificates({ identifier }), [], identifier);
  }
});
