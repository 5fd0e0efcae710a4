/** Runs the crash tests with a kill after every single change. */
process.env['HARNESS_EVERY_CHANGE'] = '1';
await import('./crash.suite.ts');
