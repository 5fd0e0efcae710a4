/** `harness issues status`: shows the state of the loop (I-08). It changes nothing. */
import { refusalOf } from '@harness/core/failure/refusal';
import { type Friction, failureLimit, type LoopState } from '@harness/core/issue-loop/document';
import { sentencesOf } from '@harness/core/workflow';
import { sessionCodes } from '@harness/core/workflows/issues-session/codes';
import { issuesSessionWorkflow } from '@harness/core/workflows/issues-session/workflow';
import type { Invocation } from '../../cli/command.ts';
import { printable } from '../../render/printable.ts';
import { type Output, printResult } from '../../render/screen.ts';
import { openRepository } from '../../runs/folder.ts';
import { findLoop } from './find-loop.ts';

const shownFriction = 5;

export async function run({ options, output }: Pick<Invocation, 'options' | 'output'>): Promise<number> {
  const { root, store } = openRepository(options);
  const found = await findLoop(root, store);
  if (found === null) throw refusalOf(sessionCodes, 'loop.no-file', {});
  const { state } = found.document;
  const friction = state.friction.slice(-shownFriction);
  return printResult(output, documentOf(state, friction), () => linesOf(state, friction, output).join(''));
}

const documentOf = (
  { active, iteration, maxIterations, completed, failed, skipped, consecutiveFailures, currentIssue }: LoopState,
  friction: readonly Friction[],
) => ({
  active,
  iteration,
  maxIterations,
  completed,
  failed,
  skipped,
  consecutiveFailures,
  currentIssue,
  friction,
});

function linesOf(state: LoopState, friction: readonly Friction[], { language }: Output): readonly string[] {
  const words = sentencesOf(issuesSessionWorkflow, language);
  const counted = (ids: readonly string[]) => ({
    count: ids.length,
    ids: ids.length === 0 ? '' : ` (${ids.join(', ')})`,
  });
  return [
    words[state.active ? 'status.active' : 'status.inactive']({}),
    words['status.iteration']({ iteration: state.iteration, maximum: state.maxIterations }),
    words['status.completed'](counted(state.completed)),
    words['status.failed'](counted(state.failed)),
    words['status.skipped'](counted(state.skipped)),
    words['status.row']({ count: state.consecutiveFailures, limit: failureLimit }),
    ...(state.currentIssue === null ? [] : [words['status.current']({ issue: state.currentIssue })]),
    ...(friction.length === 0 ? [] : [words['status.friction']({})]),
    ...friction.flatMap(({ issue, iteration, points }) => points.map((point) => `  ${issue} (${iteration}): ${point}`)),
  ].map((line) => `${printable(line)}\n`);
}
