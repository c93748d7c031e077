import type { App } from './app.ts';
import type { Options } from './cli-options.ts';
import type { Config } from './config.ts';
import type { Db } from './platform/db.ts';
import type { Env } from './platform/read-setting.ts';
import type { SandboxControl } from './sandbox/control.ts';

/** How a noun's `commands.ts` describes operators' commands; the command line runs them. */

export interface Answer {
  /** What `--json` prints, on one line. */
  readonly json: Readonly<Record<string, unknown>>;
  /** The text for people; by default the fields of `json`, one per line. */
  readonly text?: string;
  /** What to do if the answer could not be written and cannot be obtained again. */
  readonly ifLost?: string;
  /** Whether the exit code is 1 although there is an answer. */
  readonly failed?: boolean;
  /** Whether the exit code is 2, since the input cannot be judged. */
  readonly unreadable?: boolean;
}

interface Form {
  /** The options as the help shows them, which are all it takes; further lines are indented. */
  readonly usage: string;
  /** A short description. */
  readonly help: string;
  /** Whether it may create an installation if the data directory has none. */
  readonly begins?: true;
  /**
   * Throws for options that are wrong wherever it runs. Called before a place is opened, which may
   * take long, fail, or create an installation.
   */
  readonly judge?: (options: Options) => unknown;
}

type Run<Place> = (place: Place, options: Options, config: Config) => Promise<Answer>;

/** Opens the outside world for an environment, with a silent log. */
type Opener = (env: Env) => App & { readonly sandbox: SandboxControl | undefined };

/**
 * What a command works on. `database`: the migrated database, whether or not the server is running.
 * `app`: also the vault and the providers, as far as a running server or the environment has them.
 * `machine`: the files of the data directory, or what it opens itself. `file`: the file named after
 * the command, without any installation.
 */
export type Command = Form &
  (
    | { readonly on: 'database'; readonly run: Run<Db> }
    | { readonly on: 'app'; readonly run: Run<App> }
    | { readonly on: 'file'; readonly run: Run<string> }
    | {
        readonly on: 'machine';
        readonly run: (config: Config, options: Options, open: Opener) => Promise<Answer>;
      }
  );

/** By the words of the command, such as `'account create'`. */
export type CommandSet = Readonly<Record<string, Command>>;
