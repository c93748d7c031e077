import type { Locator } from 'playwright-core';
import { until } from '../receiver.ts';

export async function hasFocus(target: Locator): Promise<void> {
  await until(() => target.evaluate((it) => it === document.activeElement), 10_000);
}

export async function focusIsIn(target: Locator): Promise<void> {
  await until(() => target.evaluate((it) => it.contains(document.activeElement)), 10_000);
}
