/**
 * Preloaded into a process that is measured: reports to its parent what the process used meanwhile.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { GCProfiler } from 'node:v8';

export interface Usage {
  readonly cpuMicroseconds: number;
  readonly residentBytes: number;
  /** On the JavaScript heap, whether or not it was freed meanwhile. */
  readonly allocatedBytes: number;
  /** By how much the latest hundredth of timers was late, at least. */
  readonly lagP99Ms: number;
}

const RESOLUTION_MS = 10;

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let collections = new GCProfiler();
let heapBefore = 0;
let cpuBefore = process.cpuUsage();

process.on('message', (word) => {
  if (word === 'begin') begin();
  else if (word === 'end') process.send?.(end());
});
// This alone must not keep the process alive.
process.channel?.unref();

function begin(): void {
  collections = new GCProfiler();
  collections.start();
  delays.reset();
  delays.enable();
  heapBefore = process.memoryUsage().heapUsed;
  cpuBefore = process.cpuUsage();
  process.send?.('begun');
}

function end(): Usage {
  const { user, system } = process.cpuUsage(cpuBefore);
  delays.disable();
  return {
    cpuMicroseconds: user + system,
    residentBytes: process.memoryUsage().rss,
    allocatedBytes: allocated(),
    lagP99Ms: Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS),
  };
}

/** Between two collections the heap grows by what is allocated. */
function allocated(): number {
  let bytes = 0;
  let left = heapBefore;
  for (const { beforeGC, afterGC } of collections.stop().statistics) {
    bytes += beforeGC.heapStatistics.usedHeapSize - left;
    left = afterGC.heapStatistics.usedHeapSize;
  }
  return bytes + process.memoryUsage().heapUsed - left;
}
