import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { isServerThere } from '../api/is-server-there.ts';

/** Told so, the router loads the whole page anew, once for each message. */
const REPLACED = 'Failed to fetch dynamically imported module';

/**
 * A route's component in a file of its own. The types of the routes must not depend on those of the
 * pages, which depend on them; hence the name, which `pages.test.ts` checks.
 */
export function lazyPage(load: () => Promise<unknown>, name: string) {
  const loadOrExplain = () => load().catch(explain);
  // The test loads every file that a route names and checks that it has this export.
  return lazyRouteComponent(loadOrExplain as () => Promise<Record<string, ComponentType>>, name);
}

/**
 * An upgrade of the server replaces styles as well as scripts. But the page is only loaded anew if
 * the server has one: otherwise the browser would show an error of its own instead.
 */
async function explain(error: unknown): Promise<never> {
  throw (await isServerThere())
    ? new Error(`${REPLACED}: ${String(error)}`)
    : new ApiFailure('offline', '');
}
