import type { App } from './app.ts';
import type { Options } from './cli-options.ts';
import type { Config } from './config.ts';
import type { Db } from './platform/db.ts';
import type { Env } from './platform/read-setting.ts';
import type { SandboxControl } from './sandbox/control.ts';

/** How a noun's `commands.ts` describes what operators may do; the command line carries it out. */

export interface Answer {
  /** What `--json` prints, on one line. */
  readonly json: Readonly<Record<string, unknown>>;
  /** What people read; without it the fields of `json`, one a line. */
  readonly text?: string;
  /** What to do where the answer could not be written, and is not to be had again. */
  readonly ifLost?: string;
  /** Whether the command ends with 1 though it has an answer. */
  readonly failed?: boolean;
  /** Whether it ends with 2: what it was given cannot be judged. */
  readonly unreadable?: boolean;
}

interface Form {
  /** The options as the help shows them, and all it takes; further lines are indented below. */
  readonly usage: string;
  /** Half a line that says what it does. */
  readonly help: string;
  /** Whether an installation may begin with it, where there is none in the data directory. */
  readonly begins?: true;
}

type Run<Place> = (place: Place, options: Options, config: Config) => Promise<Answer>;

/** Opens the outside world as an environment tells it; its log is silent. */
type Opener = (env: Env) => App & { readonly sandbox: SandboxControl | undefined };

/**
 * What a command works on. `database`: the migrated one, whether or not the server runs. `app`:
 * also the vault and the providers, as far as a running server or the environment tells where they
 * are. `machine`: the files of the data directory, or what it opens itself. `file`: the one that is
 * named behind the command, with nothing of an installation.
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

/** By the words that are typed: `'account create'`. */
export type CommandSet = Readonly<Record<string, Command>>;
