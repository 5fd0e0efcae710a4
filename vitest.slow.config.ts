import { defineConfig } from 'vitest/config';

/** Proofs that take minutes: the same suite of promises, attacked many more times. */
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.slow.ts'],
    globalSetup: './scripts/build-once.ts',
    pool: 'forks',
    maxWorkers: 2,
    retry: process.env['CI'] ? 1 : 0, // a busy machine may stall one test of thousands; the closing lines name it
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 30 * 60_000,
    hookTimeout: 5 * 60_000, // a copy of the repository is made and removed
    reporters: ['default', './scripts/closing-line.ts'],
  },
});
