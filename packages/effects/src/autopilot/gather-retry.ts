/**
 * Collects what the next attempt at a failed task gets: the error, from the second retry on related files,
 * and from the third on imports and the task in the plan.
 */

import { findImporters } from '@harness/core/codegraph/blast-radius';
import type { CodeGraph } from '@harness/core/codegraph/graph';
import type { gatherRetry, RetryContext } from '@harness/core/effects/autopilot';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { readPlanFile } from '@harness/core/sessions/plan-file';
import { findSeeds } from '@harness/core/signals/seeds';
import { keepText } from '../artifact/keep-text.ts';
import { artifactBytes } from '../artifact/store.ts';
import { diffBetween } from '../git/worktree/diff.ts';
import type { ArgsOf, AutopilotContext } from './context.ts';
import { readKnownGraph } from './known-graph.ts';

type Args = ArgsOf<typeof gatherRetry>;

const maxRelated = 50;

export async function performGatherRetry(work: AutopilotContext, args: Args): Promise<Outcome<RetryContext>> {
  const { attempt, earlier } = args;
  const [isWider, isWhole] = [attempt >= 2, attempt >= 3];
  const instructions = isWider ? await taskText(work.runFolder, args) : null;
  const graph = isWider ? await readKnownGraph(work, args.checkpoint) : null;
  const related = isWider ? await relatedFiles(work, args, graph, instructions) : [];
  const save = (name: string, text: string): Promise<Artifact> => keepText(work, name, text);
  return ok({
    error: await save('error.txt', args.error),
    earlier,
    related,
    imports: isWhole && graph !== null ? await save('imports.txt', importsText(graph, related)) : null,
    instructions: isWhole && instructions !== null ? await save('task.md', instructions) : null,
  });
}

/** `null` for fixes. */
async function taskText(runFolder: string, { plan, task }: Args): Promise<string | null> {
  if (plan === null) return null;
  const { tasks } = readPlanFile((await artifactBytes(runFolder, plan)).toString('utf8'));
  return tasks.find(({ n }) => n === task.n)?.text ?? null;
}

/** Modules that the task names, then the files that changed. */
async function relatedFiles(
  { repo }: AutopilotContext,
  { task, error, lane, checkpoint }: Args,
  graph: CodeGraph | null,
  instructions: string | null,
): Promise<readonly string[]> {
  const named = graph === null ? [] : findSeeds(graph, [task.title, instructions ?? '', error].join('\n'));
  const { names } = await diffBetween(repo, lane.base, checkpoint);
  return [...new Set([...named, ...names])].slice(0, maxRelated);
}

/** One line per related module: its imports, and the modules that import it. */
function importsText(graph: CodeGraph, related: readonly string[]): string {
  const importers = findImporters(graph);
  const lines = graph.modules
    .filter(({ path }) => related.includes(path))
    .map(({ path, edges }) => {
      const imports = edges.map(({ to }) => to).join(', ') || 'no module';
      const users = (importers.get(path) ?? []).map((user) => user.path).join(', ') || 'no module';
      return `${path}: imports ${imports}; imported by ${users}`;
    });
  return `${lines.join('\n') || 'no related module'}\n`;
}
