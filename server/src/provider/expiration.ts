/** The provider truncates to whole seconds, which could put an expiration before the creation. */
export function expirationOf(reported: Date, createdAt: Date): Date {
  return reported < createdAt ? createdAt : reported;
}
