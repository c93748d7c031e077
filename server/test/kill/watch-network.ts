import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processesWith } from '../../../tools/smoke/processes.ts';
import { unlessGone } from './processes.ts';
import { countUnroutable, isSealed } from './seal.ts';

const LOOK_EVERY_MS = 200;

/** Detects which of our processes connect to anything but this machine. */
export interface NetworkWatch {
  /** How it does so, for the report. */
  readonly means: string;
  /** Stops, and returns what was detected. */
  end(): string[];
}

/**
 * In a sealed network there is nobody to reach, and the kernel counts each attempt. Elsewhere the
 * connections of all processes that name `marker` are polled, which is expensive.
 */
export function watchNetwork(marker: string): NetworkWatch {
  const sealed = isSealed();
  const before = countUnroutable();
  const seen = new Set<string>();
  const look = (): void => {
    for (const address of outsideConnections(marker)) seen.add(address);
  };
  const timer = sealed ? undefined : setInterval(look, LOOK_EVERY_MS);
  return {
    means: sealed ? 'counted by the kernel' : 'sampled',
    end: () => {
      clearInterval(timer);
      const tries = sealed ? countUnroutable() - before : 0;
      return [
        ...[...seen].map((address) => `somebody was connected to ${address}`),
        ...(tries > 0 ? [`${String(tries)} tries to leave the machine`] : []),
      ];
    },
  };
}

interface Connection {
  readonly inode: string;
  readonly address: string;
}

function outsideConnections(marker: string): string[] {
  const outside = ['tcp', 'tcp6']
    .flatMap(connectionsIn)
    .filter(({ address }) => isOutside(address));
  // There hardly ever is one, so its owner is looked up only then.
  if (outside.length === 0) return [];
  const ours = new Set(processesWith(marker).flatMap(socketsOf));
  return outside.filter(({ inode }) => ours.has(inode)).map(({ address }) => address);
}

function connectionsIn(table: string): Connection[] {
  const [, ...lines] = unlessGone(() => readFileSync(`/proc/net/${table}`, 'utf8')).split('\n');
  return lines.filter(Boolean).map((line) => {
    const fields = line.trim().split(/\s+/);
    return { address: fields[2] ?? '', inode: fields[9] ?? '' };
  });
}

/** Bytes of an address as the kernel prints them, each four-byte word in host order. */
export function isOutside(address: string): boolean {
  const [bytes = ''] = address.split(':');
  const word = bytes.slice(-8);
  const isIpv4 = bytes.length === 8 || bytes.startsWith('0000000000000000FFFF0000');
  if (isIpv4) return word !== '00000000' && !word.endsWith('7F');
  return !/^0*(01000000)?$/.test(bytes);
}

function socketsOf(pid: number): string[] {
  const folder = `/proc/${String(pid)}/fd`;
  return unlessGone(() => readdirSync(folder).join(' '))
    .split(' ')
    .flatMap((fd) => {
      const link = unlessGone(() => readlinkSync(`${folder}/${fd}`));
      return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? [];
    });
}
