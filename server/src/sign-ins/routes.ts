import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { registerPasskeySignIn } from './passkey-routes.ts';
import { registerPasswordSignIn } from './password-routes.ts';
import { registerStepUp } from './step-up-routes.ts';

export function registerSignInRoutes(http: Http, app: App): void {
  registerPasswordSignIn(http, app);
  registerPasskeySignIn(http, app);
  registerStepUp(http, app);
}
