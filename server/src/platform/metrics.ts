import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process, wherever they are counted. */
export const counted = new Registry();

export function counter(name: string, help: string, labelNames: readonly string[]): Counter {
  return new Counter({ name, help, labelNames: [...labelNames], registers: [counted] });
}

export function gauge(name: string, help: string, labelNames: readonly string[] = []): Gauge {
  return new Gauge({ name, help, labelNames: [...labelNames], registers: [counted] });
}

export function histogram(name: string, help: string, labelNames: readonly string[]): Histogram {
  return new Histogram({ name, help, labelNames: [...labelNames], registers: [counted] });
}
