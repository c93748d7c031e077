import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/**
 * A route's component in a file of its own. The types of the routes must not depend on those of the
 * pages, which depend on them; hence the name, which `pages.test.ts` checks.
 */
export function lazyPage(load: () => Promise<unknown>, name: string) {
  // The test loads every file that a route names and checks that it has this export.
  return lazyRouteComponent(load as () => Promise<Record<string, ComponentType>>, name);
}
