import { defineConfig } from 'vitest/config';

/** Runs the tests that take minutes. */
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.slow.ts'],
    globalSetup: './scripts/build-once.ts',
    pool: 'forks',
    maxWorkers: 3, // on two cores: most of these tests wait for processes
    // A busy machine may stall a test; the closing lines name it. A test that hangs is not repeated: it would take too long.
    retry: process.env['CI'] ? { count: 1, condition: /^(?!Test timed out)/ } : 0,
    restoreMocks: true,
    unstubEnvs: true,
    env: { HARNESS_TRUST_WITNESS: 'off' }, // most changes of tests have no witness; tests of the proof set it to `ask`
    testTimeout: 10 * 60_000,
    hookTimeout: 5 * 60_000, // for copying and removing the repository
    reporters: ['default', './scripts/closing-line.ts'],
  },
});
