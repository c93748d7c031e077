/** Headers of every page that people open, and of what it loads: no other site may embed it. */
export function pageHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // For browsers without frame-ancestors.
    'x-frame-options': 'DENY',
    // Long enough that a phone used here once a year never sends an unencrypted request.
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
