import { memoize } from '../../src/platform/memoize.ts';
import { type Load, openLoad } from '../load.ts';
import { type BenchGateway, openGateway } from '../open-gateway.ts';
import type { Stage } from '../scenario.ts';
import { fillInstallation } from './fill-installation.ts';

/** An installation of one size, and its clients. */
export interface Installation {
  readonly gateway: BenchGateway;
  readonly load: Load;
  readonly rows: number;
}

export type Size = 'few' | 'many';

const FEW = 1_000;

/** One for everything that is measured at that size. */
export function installationOf(stage: Stage, size: Size): Promise<Installation> {
  return OPENED[size](stage);
}

const OPENED: Readonly<Record<Size, (stage: Stage) => Promise<Installation>>> = {
  few: memoize((stage) => openInstallation(stage, FEW)),
  many: memoize((stage) => openInstallation(stage, stage.rows)),
};

async function openInstallation(stage: Stage, rows: number): Promise<Installation> {
  const url = await stage.openDatabase();
  const gateway = await openGateway(stage, url);
  await fillInstallation(url, gateway.tenants, rows);
  const load = openLoad();
  stage.after(() => load.stop());
  return { gateway, load, rows };
}
