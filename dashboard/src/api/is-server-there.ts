/**
 * Whether the server has the dashboard to give. Browsers keep a failed import for as long as the
 * page lives, but not this.
 */
export async function isServerThere(): Promise<boolean> {
  const page = fetch(import.meta.env.BASE_URL, { method: 'HEAD', cache: 'no-store' });
  return page.then(
    ({ ok }) => ok,
    () => false,
  );
}
