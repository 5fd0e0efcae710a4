/** What the command line does with the runs of a workflow. It is loaded when one is begun, gone on with or told about. */

import type { Entry } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import type { Changes, State } from '@harness/core/machine/machine';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Pen } from './render/pen.ts';
import type { Output } from './render/screen.ts';
import type { ViewFile } from './run/view-file.ts';

export interface WorkflowParts {
  /** What is told of an ended run of its own; nothing when what is told of every run is enough. */
  ended?(family: RunTree, pen: Pen): readonly string[] | null;
  /** The same while it waits. */
  waiting?(family: RunTree, pen: Pen): readonly string[] | null;
  /** Why a run that can be led on does not go on by itself; nothing when it does. */
  rest?(family: RunTree, pen: Pick<Pen, 'messages'>): string | null;
  /** The files that tell where its runs stand, in the order in which they are written. */
  readonly viewFiles?: readonly ((root: string) => ViewFile)[];
  readonly resume?: {
    /** Before the run is gone on with by a person: what was left for it outside its inbox. */
    before?(at: { readonly root: string; readonly store: JsonlStore; readonly run: string }): Promise<void>;
    /** What was changed by hand meanwhile, for the machine to ask about. */
    changes?(at: {
      readonly root: string;
      readonly entries: readonly Entry[];
      readonly state: State;
      readonly output: Output;
    }): Changes;
    /** Whether no agent has to be there for what it does next. */
    asksNobody?(state: State): boolean;
    after?(at: { readonly root: string; readonly run: string; readonly output: Output }): Promise<void>;
  };
}
