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
const opened = new WeakMap<Stage, Map<Size, Promise<Installation>>>();

/** One for everything that is measured at that size. */
export function installationOf(stage: Stage, size: Size): Promise<Installation> {
  const known = opened.get(stage) ?? new Map<Size, Promise<Installation>>();
  opened.set(stage, known);
  const installation = known.get(size) ?? openInstallation(stage, size);
  known.set(size, installation);
  return installation;
}

async function openInstallation(stage: Stage, size: Size): Promise<Installation> {
  const rows = size === 'few' ? FEW : stage.rows;
  const url = await stage.openDatabase();
  const gateway = await openGateway(stage, url);
  await fillInstallation(url, gateway.tenants, rows);
  const load = openLoad();
  stage.after(() => load.stop());
  return { gateway, load, rows };
}
