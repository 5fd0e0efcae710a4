/** Of docs/workflows/mission.md: what becomes of a feature that passed, by the settings of `branchIsolation`. */
import { block, table } from './markdown.ts';

export const isolationSection: readonly string[] = [
  '## What becomes of a feature that passed',
  '`branchIsolation.onPass` says it. Whatever it says, exactly the result is proved in the lane first: with what it begins on brought in, the checks and the commands of its claims green, and the validator satisfied.',
  table(
    ['`onPass`', 'the base', 'the branch `harness/<feature>`'],
    [
      ['`merge`', 'moves to what was proved', 'goes'],
      ['`keep`', 'stays where it is', 'stays, with one commit of the feature on it'],
      ['`pr`', 'stays where it is', 'as with `keep`; it is pushed, and a pull request against the base is opened'],
    ],
  ),
  block('json', JSON.stringify({ branchIsolation: { onPass: 'keep' } }, null, 2)),
  'Where nothing is merged, a feature begins on the base with the branches of everything that it depends on merged in; what is in the base by now is not brought again. Dependencies that conflict with each other are in the lane with both sides between marks: the worker is told which files, and resolves them before it builds. A base that moves meanwhile is brought in as always. Features that do not depend on each other are not proved together: whoever merges their branches does that.',
  'With `pr` the branch goes to the forge that is configured, GitHub or the local one without a remote ([CONFIG](../CONFIG.md)), and each feature has one pull request, also across crashes; one that goes on later is pushed to the same. The mission does not wait for it to be merged. A forge that cannot be reached at all is refused before anything begins (exit 2); one that takes no branch, or opens no pull request, escalates the mission (exit 3) with every branch kept, and a resume offers them again.',
  'The smoke test after a feature then looks at that feature with what it began on, and the one before the end at all of them together; features that do not fit together are no product that could be looked at, and that is said. A feature that a smoke test reopens goes on from its branch. Pages of the documenter are kept on a branch `harness/pages`, on top of all features. When the mission is over, its last line names the branches that are kept; no other stays.',
  '### In the checkout',
  'With `branchIsolation.enabled: false` features are built in your own checkout, on the branch that it stands on, one at a time; `baseBranch` is not asked. A feature that passed becomes one commit on that branch. With `enabled: true` and `useWorktrees: false` it is the same, and a feature comes in as if from a branch of its own: its change, and the merge commit that brings it in.',
  block('json', JSON.stringify({ branchIsolation: { enabled: false } }, null, 2)),
  'The tree must be clean (exit 2 names the files); with `--allow-dirty` what you had changed is never saved, committed or taken away. What a failed attempt wrote stays in the checkout for the next one. When another feature has its turn, unfinished work is kept under `refs/harness/kept`, taken out, and brought back when its own feature goes on. A worker that was cut off by a crash is not asked again by itself: what it left is checked as it is. Who commits meanwhile is taken along; who leaves the branch is waited for (exit 3). Leave the files to the mission until it is over: what else is written there counts as its work. New tests are not held against the base here, because your files would have to be rewound for that. The planner, a smoke test and the documenter still have a folder of their own, which goes. Pages are written when the mission is done, whatever `mission.documenter` says but `off`. `onPass` other than `merge` needs branches and worktrees.',
];
