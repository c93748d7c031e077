/** What is to be said of each order of which nobody knows the outcome, should its page end. */
const unknown = new Set<{ readonly text: string }>();

/** Until the function that is returned is called, the order may have been made. */
export function noteUnknownOrder(text: string): () => void {
  const order = { text };
  unknown.add(order);
  return () => void unknown.delete(order);
}

export function listUnknownOrders(): readonly string[] {
  return [...unknown].map(({ text }) => text);
}
