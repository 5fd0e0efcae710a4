/**
 * Describes a workflow to commands, engine, configuration and docs. Every table of workflows is computed from the list of
 * descriptions.
 *
 *   B1. A module never imports files that are computed from the list: `workflows/list`, `workflows/loaded`,
 *       `workflows/machines`, `messages/index`, `config/schema`, `role/role-ids`.
 *   B2. A module takes its texts from its own codes and catalogues.
 *   B3. No file outside the two folders of a module names its id, machines, roles or codes.
 *   B4. The description is light: machines and roles are loaded only when a run needs them.
 */
import type * as z from 'zod';
import type { Tally } from './budget/tally.ts';
import { type Catalogues, type Codes, type Language, languageOf, type ProgressMessage } from './codes.ts';
import type { EntryOf, FoldedJournal, NewEntry } from './journal/journal.ts';
import type { RunTree } from './journal/run-tree.ts';
import type { Machine, State } from './machine/machine.ts';
import type { Role } from './role/role.ts';

/** Reports the progress of a machine, in addition to the lines of its effects. */
export interface ProgressReporter {
  start(state: State): readonly ProgressMessage[];
  move(from: State, answers: Readonly<Record<string, unknown>>, to: State): readonly ProgressMessage[];
  /** Roles whose answers it reports itself; the engine does not print them again. */
  readonly repeats: ReadonlySet<string>;
  /** The parent run reports the start and end of this run, and prefixes its lines with its title. */
  readonly isPartOfParent?: true;
  /** Set if one such part runs at a time: its lines have no prefix, and the parent reports its end, also if it is not done. */
  readonly isOnlyPart?: true;
}

/** A notification in addition to those of every run. Its kind has a sentence among the notifications of the module. */
export interface WorkflowNotification {
  readonly kind: string;
  readonly detail: string;
}

export interface Merge {
  readonly atMs: number;
  readonly sha: string;
  readonly base: string;
  /** `null` if the branch was merged before this run. */
  readonly branch: string | null;
  readonly pull: number | null;
  readonly url: string | null;
  /** Set if the plan was already merged and the run only filed it. */
  readonly plan?: string;
  /** Why the plan is not filed yet; `null` if it is filed. */
  readonly left?: object | null;
}

/** A part of a run that counts on its own, also if the run continues or ends otherwise. */
export interface Piece {
  /** Its child run. */
  readonly run: string;
  readonly title: string;
  readonly atMs: number;
  /** Commits that stay on the branch, if it is done. */
  readonly commits?: readonly string[];
  /** Why a person must look at it, if it is not. */
  readonly left?: string;
}

/** The part of a workflow that executes and displays its runs. */
export interface WorkflowLogic<RoleName extends string = string> {
  /** In the order of the description. Loaded separately, because most commands only display runs. */
  loadMachines(): Promise<readonly Machine[]>;
  readonly roles: Readonly<Record<RoleName, Role<never, unknown>>>;
  /** By machine name. */
  readonly progress?: Readonly<Record<string, ProgressReporter>>;
  /** Replaces the general notifications if the result is not empty. */
  notificationsFor?(journal: FoldedJournal, entry: NewEntry): readonly WorkflowNotification[];
  /** Fields that `--json` adds for its runs; `null` if there are none. */
  document?(tree: RunTree): object | null;
  /** The merge of an ended run; `null` if there is none. If its children merged, theirs are reported instead. */
  mergeOf?(tree: RunTree): Merge | null;
  /** The pieces of a run that the report lists one by one; without it, the run counts as a whole. */
  piecesOf?(tree: RunTree): readonly Piece[];
  /** Files that an ended run wrote into the checkout without a commit. */
  writtenFiles?(tree: RunTree): readonly string[];
  /** The command that starts the same work again, without `harness`. */
  rerun?(started: EntryOf<'started'>, quote: (text: string) => string): string;
  /** Counts the spending of its runs, in addition to the budget. */
  readonly tally?: Tally<unknown>;
}

export interface Workflow<C extends Codes = Codes, RoleName extends string = string> {
  readonly id: string;
  /** Names of its machines in journals; commands start the first one. */
  readonly machines: readonly string[];
  readonly roles: readonly RoleName[];
  /** Set if it runs without end; each of its child runs is a piece of work. */
  readonly queue?: {
    /** Child runs that are no pieces of work. */
    readonly helpers: readonly string[];
    /** The command that starts and resumes it. */
    readonly command: string;
  };
  /** Roles that each machine asks; all of `roles` by default. */
  readonly asks?: Readonly<Record<string, readonly string[]>>;
  /** Roles that the environment variables `HARNESS_MODEL_CLIENT_*` configure. */
  readonly modelClients?: readonly RoleName[];
  readonly codes: C;
  readonly words: Catalogues<C>;
  /** Its sections of the configuration, by name. */
  readonly config?: Readonly<Record<string, z.ZodType>>;
  load(): Promise<{ readonly logic: WorkflowLogic<RoleName> }>;
}

/** Checks that texts and logic fit the codes and roles, and keeps the literal types of ids and sections. */
export const defineWorkflow = <
  const C extends Codes,
  const RoleName extends string,
  const W extends Omit<Workflow, 'codes' | 'words' | 'roles' | 'load'>,
>(
  workflow: W & Pick<Workflow<C, RoleName>, 'codes' | 'words' | 'roles' | 'load'>,
): W & Pick<Workflow<C, RoleName>, 'codes' | 'words' | 'roles' | 'load'> => workflow;

/** Texts that only the module's own commands print, in the language of a tag such as `ko-KR`. */
export const sentencesOf = <Sentences>(
  { words }: { readonly words: Readonly<Record<Language, { readonly sentences: Sentences }>> },
  tag: string | undefined,
): Sentences => words[languageOf(tag)].sentences;
