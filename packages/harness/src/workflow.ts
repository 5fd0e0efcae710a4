/** Connects the runs of a workflow to the command line. It is loaded when a run is started, resumed, stopped or shown. */
import type { Performer } from '@harness/core/effects/performer';
import type { Entry } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import type { Changes, State } from '@harness/core/machine/machine';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Example } from './cli/example.ts';
import type { WorkflowControl } from './control/workflow-control.ts';
import type { ResultFormat } from './render/result-format.ts';
import type { Output } from './render/screen.ts';
import type { Listener } from './run/listener.ts';
import type { ViewFile } from './run/view-file.ts';

export interface WorkflowParts {
  /** True if the run changes files in the user's checkout itself, which one run at a time may do. */
  worksInCheckout?(input: unknown): boolean;
  /** True if the run pushes to the forge or reads it, so that a forge must be usable before it starts. */
  needsForge?(input: unknown): boolean;
  /** Lines about an ended run; null prints the default lines. */
  ended?(tree: RunTree, format: ResultFormat): readonly string[] | null;
  /** Lines about a run that waits; null prints none. */
  waiting?(tree: RunTree, format: ResultFormat): readonly string[] | null;
  /** Why a halted run needs the user; null if it does not, or if the default reason applies. */
  haltReason?(tree: RunTree, format: Pick<ResultFormat, 'messages' | 'language'>): string | null;
  /** Files that show the state of its runs, in write order. */
  readonly viewFiles?: readonly ((root: string) => ViewFile)[];
  /** Listeners of every run that this process hosts. */
  listeners?(host: {
    readonly root: string;
    readonly language: string | undefined;
    warn(text: string): void;
  }): readonly Listener[];
  wrapAgents?(performer: Performer<AbortSignal>, root: string): Performer<AbortSignal>;
  readonly resume?: {
    /** Applies changes that the user left outside the inbox, or tells where the run continues. */
    before?(at: {
      readonly root: string;
      readonly store: JsonlStore;
      readonly run: string;
      readonly output: Output;
    }): Promise<void>;
    /** Changes by the user: options of this resume, or edited view files that the machine asks about. */
    changes?(at: {
      readonly root: string;
      readonly store: JsonlStore;
      readonly run: string;
      readonly entries: readonly Entry[];
      readonly state: State;
      readonly options: Readonly<Record<string, unknown>>;
      readonly output: Output;
    }): Changes | Promise<Changes>;
    /** True if the next steps call no agent, so that no provider is needed. */
    asksNobody?(state: State): boolean;
  };
  /** Called after a command has driven a run and released it. */
  released?(at: { readonly root: string; readonly run: string; readonly output: Output }): Promise<void>;
  readonly control?: WorkflowControl;
  /** Repositories of `harness demo`, by name. */
  readonly examples?: Readonly<Record<string, Example>>;
}
