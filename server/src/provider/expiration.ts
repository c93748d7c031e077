/** The provider truncates to whole seconds, which could put an expiration before the creation. */
export function expirationOf(told: Date, createdAt: Date): Date {
  return told < createdAt ? createdAt : told;
}
