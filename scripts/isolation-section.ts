/** Builds the section of docs/workflows/mission.md about `branchIsolation`. */
import { block, table } from './markdown.ts';

export const isolationSection: readonly string[] = [
  '## After a feature passes',
  '`branchIsolation.onPass` decides what happens to a feature that passed. In every case the lane first proves the exact result: its base is merged in, the checks and the commands of its claims are green, and the validator agrees.',
  table(
    ['`onPass`', 'the base', 'the branch `harness/<feature>`'],
    [
      ['`merge`', 'moves to the proved commit', 'is deleted'],
      ['`keep`', 'does not move', 'stays, with one commit for the feature'],
      ['`pr`', 'does not move', 'stays as with `keep`, is pushed, and gets a pull request against the base'],
    ],
  ),
  block('json', JSON.stringify({ branchIsolation: { onPass: 'keep' } }, null, 2)),
  'With `keep` and `pr`, a feature starts from the base with the branches of all its dependencies merged in; branches that the base already contains are left out. If dependencies conflict with each other, the lane contains both sides between conflict markers. The worker receives the list of these files and resolves them first. If the base moves during the work, the lane merges it in. Independent features are not tested together; the person who merges their branches must do that.',
  'With `pr`, the branch goes to the configured forge: GitHub, or the local forge if there is no remote ([CONFIG](../CONFIG.md)). Each feature has one pull request, even after a crash; later work is pushed to the same one. The mission does not wait for the merge. If the forge cannot be reached at all, the command refuses to start (exit 2). If the forge rejects a branch or a pull request, the mission escalates (exit 3) and keeps every branch; a resume tries again.',
  'With `keep` and `pr`, the smoke test after a feature tests that feature with its dependencies. The smoke test before the end tests all features together. If they cannot be merged together, the mission reports that instead. A feature that a smoke test reopens continues on its branch. The pages of the documenter go to a branch `harness/pages`, on top of all features. At the end the mission deletes all other branches, and its last line names those that it keeps.',
  '### In the checkout',
  'With `branchIsolation.enabled: false` the mission builds features in your own checkout, on its current branch, one at a time; `baseBranch` is ignored. A feature that passed becomes one commit on that branch. With `enabled: true` and `useWorktrees: false` the same happens, but each feature arrives as a change and a merge commit.',
  block('json', JSON.stringify({ branchIsolation: { enabled: false } }, null, 2)),
  'The tree must be clean; otherwise the command exits 2 and names the files. With `--allow-dirty`, your own changes are never saved, committed or removed. The work of a failed attempt stays in the checkout for the next attempt. Before another feature starts, unfinished work is saved under `refs/harness/kept` and removed; it comes back when its feature continues.',
  'After a crash the mission does not repeat an interrupted worker; it checks the files that the worker left. If you commit during the mission, your commit becomes part of its base. If you switch the branch, the mission waits for you (exit 3). Do not edit files until the mission is over: it treats other changes as its own work.',
  'New tests are not run against the base here, because that would mean resetting your files. The planner, the smoke test and the documenter still use temporary worktrees. Pages are written when the mission is done, for every value of `mission.documenter` except `off`. `onPass` values other than `merge` need branches and worktrees.',
];
