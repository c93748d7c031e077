/** One thing to measure: opened once, then round by round, in turn with what it is beside. */
export interface Probe {
  /** One word, by which others ask what it reached. */
  readonly name: string;
  /** As the table says it. */
  readonly what: string;
  open(stage: Stage): Promise<OpenedProbe>;
}

export interface OpenedProbe {
  /** One round of about so many seconds. @returns operations a second. @throws at a wrong answer */
  round(seconds: number): Promise<number>;
  /** After the last round: looks at what was written, and ends what was begun. */
  close(): Promise<void>;
}

/** A line of the table: what was reached beside what, round by round. */
export interface Row {
  /** For `--only`. */
  readonly name: string;
  readonly probe: Probe;
  readonly beside: Probe;
  /** Without one the ratio is told and nobody is held to it. */
  readonly limit?: Limit;
}

/** Of rates the least that has to be reached; of times the most that may be taken. */
export type Limit = { readonly floor: number; readonly goal: number } | { readonly most: number };

/** What is no ratio of rates: how long, how much memory. It runs once, after the rounds. */
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
  /** How many deposits are many. */
  readonly rows: number;
  /** Options of Node for the gateway's processes. */
  readonly nodeOptions: readonly string[];
  /** A new database with the gateway's tables and nobody in it, on the one server: its URL. */
  openDatabase(): Promise<string>;
  /** The same without a table. */
  openEmptyDatabase(): Promise<string>;
  /** Has this done when all ends, the last first, whatever happens. */
  after(release: () => unknown): void;
  /** What a probe reached in the rounds, as their median; undefined when it was not measured. */
  rateOf(name: string): number | undefined;
}
