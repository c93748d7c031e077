/** The provider tells whole seconds: what expires at once would have done so before it was made. */
export function expirationOf(told: Date, createdAt: Date): Date {
  return told < createdAt ? createdAt : told;
}
