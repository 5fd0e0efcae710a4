/** Performs `tracker`: each operation finds what an earlier try wrote, and a change by a person is an answer. */

import type { OperationInput } from '@harness/core/effects/operation';
import type { Performer, PerformResult } from '@harness/core/effects/performer';
import type { FoundIssue } from '@harness/core/effects/tracker';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { boundedLine } from '@harness/core/text/bounded-text';
import { issueDocument } from '@harness/core/tracker/document';
import type { ListedIssue, TrackerKind, TrackerScope } from '@harness/core/tracker/issue';
import { rankIssues } from '@harness/core/tracker/pick';
import { keepText } from '../artifact/keep-text.ts';
import { withRedaction } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { Tracker, TrackerTask } from './tracker.ts';
import { TrackerError } from './tracker-error.ts';

interface Settings {
  /** Opens the tracker; called once per kind. */
  tracker(kind: TrackerKind): Promise<Tracker>;
  runFolder(run: string): string;
}

interface Tools {
  readonly tracker: Tracker;
  readonly task: TrackerTask;
  /** Keeps the text of an issue for the run and its children. */
  keep(name: string, text: string): Promise<Artifact>;
}

interface ScopeArgs {
  readonly scope: TrackerScope;
}
interface IssueArgs extends ScopeArgs {
  readonly issue: string;
}

type Perform = (tools: Tools, args: never) => Promise<unknown>;

const operations: Readonly<Record<string, Perform>> = {
  'open-tracker': async ({ tracker, task }, { scope }: ScopeArgs) => ({ project: await tracker.open(scope, task) }),
  'find-issue': findIssue,
  'claim-issue': ({ tracker, task }, { scope, issue, comment }: IssueArgs & { readonly comment: string }) =>
    tracker.claim(scope, issue, clean(comment), task),
  'comment-issue': ({ tracker, task }, { scope, issue, body }: IssueArgs & { readonly body: string }) =>
    tracker.comment(scope, issue, clean(body), task),
  'finish-issue': ({ tracker, task }, { scope, issue }: IssueArgs) => tracker.finish(scope, issue, task),
  'create-issue': (
    { tracker, task },
    { scope, title, body }: ScopeArgs & { readonly title: string; readonly body: string },
  ) => tracker.create(scope, { title: boundedLine(clean(title), maxTitle), body: clean(body) }, task),
};

/** Longer titles are refused by trackers. */
const maxTitle = 250;

/** Removes secrets from the texts of agents before people see them. */
const clean = (text: string): string => ownRedactor().text(text);

async function findIssue(
  tools: Tools,
  { scope, exclude }: ScopeArgs & { readonly exclude: readonly string[] },
): Promise<FoundIssue> {
  const { tracker, task, keep } = tools;
  const blocked: string[] = [];
  for (const listed of rankIssues(await tracker.list(scope, task), exclude)) {
    task.signal.throwIfAborted();
    const blockers = listed.blockedBy ?? (await tracker.blockersOf?.(scope, listed.id, task)) ?? [];
    if (blockers.length > 0) {
      blocked.push(listed.id);
      continue;
    }
    const text = await tracker.read(scope, listed.id, task);
    if (text === null) continue; // deleted since the list was made
    const issue = { ...summaryOf(listed), blockedBy: [], text: await keep(`${listed.id}.md`, issueDocument(text)) };
    return { is: 'found', issue };
  }
  return { is: 'none', blocked };
}

/** Texts of the tracker are others': one line each, without control characters. */
const summaryOf = ({ id, title, status, priority, labels, url }: ListedIssue) => ({
  id,
  title: boundedLine(clean(title), maxTitle),
  status: boundedLine(status, maxTitle),
  priority,
  labels: labels.map((label) => boundedLine(label, maxTitle)),
  url,
});

export const trackerPerformer = ({ tracker, runFolder }: Settings): Performer<AbortSignal> => {
  const opened = new Map<TrackerKind, Promise<Tracker>>();
  const skipped = new Set<string>();
  const open = (kind: TrackerKind) => {
    const known = opened.get(kind) ?? tracker(kind);
    opened.set(kind, known);
    known.catch(() => opened.delete(kind)); // a key may be set next time
    return known;
  };
  return withRedaction(
    {
      kind: 'tracker',
      afterCrash: 'reconcile',
      async perform(input, context): Promise<PerformResult> {
        const { run, key, interrupted, earlier, signal } = context;
        const { op, args } = input as OperationInput;
        const perform = operations[op];
        if (perform === undefined) throw new Error(`No such operation of the tracker: ${op}`);
        signal.throwIfAborted();
        const isRetry = interrupted || earlier !== undefined;
        const skip: TrackerTask['skip'] = async (file, { problem, detail }) => {
          const id = [run, file, problem, detail].join('\n');
          if (skipped.has(id)) return; // every list finds it again
          skipped.add(id);
          await context.note('tracker.issue-skipped', { file, problem, detail });
        };
        const outcome = await toOutcome(async () =>
          perform(
            {
              tracker: await open((args as ScopeArgs).scope.kind),
              task: { effect: `${run}/${key}`, run, isRetry, signal, skip },
              keep: (name, text) => keepText({ runFolder: runFolder(run), key }, name, text),
            },
            args as never,
          ),
        );
        return { outcome };
      },
    },
    ownRedactor,
  );
};

async function toOutcome(act: () => Promise<unknown>): Promise<Outcome<unknown>> {
  try {
    return ok(await act());
  } catch (error) {
    if (error instanceof TrackerError) return { ok: false, failure: error.failure };
    throw error;
  }
}
