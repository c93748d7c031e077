/** It loads slowly, and most installations never see a passkey. */
export const loadWebAuthn = async () => import('@simplewebauthn/server');
