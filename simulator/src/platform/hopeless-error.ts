/** What would fail again however often it is tried, until an operator changes something. */
export class HopelessError extends Error {}
