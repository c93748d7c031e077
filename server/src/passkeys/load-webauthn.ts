/** It takes a tenth of a start to load, and most installations never see a passkey. */
export const loadWebAuthn = async () => import('@simplewebauthn/server');
