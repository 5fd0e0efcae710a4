/** Reads the change of a phase: its new packages, new public exports and changed files, and its diff. */
import { countNewExports } from '@harness/core/codegraph/new-exports';
import { findPackageFolders } from '@harness/core/codegraph/package-folders';
import type { surveyPhase } from '@harness/core/effects/autopilot';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { keepText } from '../artifact/keep-text.ts';
import { gitOrThrow } from '../git/command.ts';
import { diffBetween } from '../git/worktree/diff.ts';
import type { ArgsOf, AutopilotContext, ValueOf } from './context.ts';
import { readKnownGraph } from './known-graph.ts';

const maxPackages = 100;

type Range = ArgsOf<typeof surveyPhase>;

export async function performSurveyPhase(
  work: AutopilotContext,
  range: Range,
): Promise<Outcome<ValueOf<typeof surveyPhase>>> {
  const { repo } = work;
  const { changedFiles, text } = await diffBetween(repo, range.base, range.head);
  const before = await packagesAt(repo, range.base);
  const after = await packagesAt(repo, range.head);
  const change = {
    newPackages: after.filter((folder) => !before.includes(folder)).slice(0, maxPackages),
    newExports: changedFiles === 0 ? 0 : await newExports(work, range),
    changedFiles,
  };
  return ok({ change, diff: await keepText(work, 'phase.diff', text) });
}

async function packagesAt(repo: string, commit: string): Promise<readonly string[]> {
  const listed = await gitOrThrow(repo, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit]);
  return findPackageFolders(listed.split('\0'));
}

async function newExports(work: AutopilotContext, { base, head }: Range): Promise<number | null> {
  const before = await readKnownGraph(work, base);
  const after = await readKnownGraph(work, head);
  return before === null || after === null ? null : countNewExports(before, after);
}
