/** Tests that mock a module. Each runs in its own process, so that other tests do not see the mock. */
export const isolatedTests: readonly string[] = [
  'packages/effects/src/forge/find-forge.test.ts', // its token stays known to the process
  'packages/effects/src/forge/local/crash.test.ts',
  'packages/effects/src/git/crash.test.ts',
  'packages/effects/src/git/dependencies/lane-dependencies.test.ts',
  'packages/effects/src/git/lane/lane-cost.test.ts',
  'packages/effects/src/git/worktree/snapshot-cache.test.ts',
  'packages/effects/src/parsing/portable.test.ts',
  'packages/harness/src/durability/forge-power-cut.test.ts',
];
