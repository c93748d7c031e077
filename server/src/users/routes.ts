import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { registerPasswordRoutes } from './password-routes.ts';
import { registerSignUpRoutes } from './sign-up-routes.ts';

export function registerUserRoutes(http: Http, app: App): void {
  registerSignUpRoutes(http, app);
  registerPasswordRoutes(http, app);
}
