/** Tests that replace a module for themselves: each has a process of its own, so that nobody else meets what it put there. */
export const alone: readonly string[] = [
  'packages/effects/src/forge/local/crash.test.ts',
  'packages/effects/src/git/crash.test.ts',
  'packages/effects/src/git/dependencies/lane-dependencies.test.ts',
  'packages/effects/src/git/lane/lane-cost.test.ts',
  'packages/effects/src/git/worktree/snapshot-cache.test.ts',
  'packages/harness/src/durability/forge-power-cut.test.ts',
];
