/**
 * One thing to measure: opened once, then round by round, alternating with what it is compared
 * with.
 */
export interface Probe {
  /** One word, by which others refer to its result. */
  readonly name: string;
  /** Its name in the table. */
  readonly what: string;
  open(stage: Stage): Promise<OpenedProbe>;
}

export interface OpenedProbe {
  /**
   * One round of about this many seconds. @returns operations per second @throws at a wrong
   * response
   */
  round(seconds: number): Promise<number>;
  /** After the last round: checks what was written, and stops what was started. */
  close(): Promise<void>;
}

/** A line of the table: the ratio of two probes, round by round. */
export interface Row {
  /** For `--only`. */
  readonly name: string;
  readonly probe: Probe;
  readonly beside: Probe;
  /** Without one the ratio is reported but not enforced. */
  readonly limit?: Limit;
}

/** For rates the least that must be reached; for times the most that may be taken. */
export type Limit = { readonly floor: number; readonly goal: number } | { readonly most: number };

/** What is not a ratio of rates: durations, memory. It runs once, after the rounds. */
export interface Trial {
  readonly name: string;
  run(stage: Stage): Promise<readonly Finding[]>;
}

export interface Finding {
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  /** Above it the run says so. */
  readonly most?: number;
}

export type Unit = 'ms' | 's' | 'MB' | 'GB' | 'µs' | 'bytes' | 'times' | '/s' | 'h' | 'USD' | '';

export interface Stage {
  readonly isShort: boolean;
  /** How many deposits "many" means. */
  readonly rows: number;
  /** Node options for the gateway's processes. */
  readonly nodeOptions: readonly string[];
  /** A new database with the gateway's tables and no accounts, on the shared server: its URL. */
  openDatabase(): Promise<string>;
  /** The same without any table. */
  openEmptyDatabase(): Promise<string>;
  /** Registers a clean-up for the end, last first, whatever happens. */
  after(release: () => unknown): void;
  /** What a probe achieved in the rounds, as their median; undefined if it was not measured. */
  rateOf(name: string): number | undefined;
}
