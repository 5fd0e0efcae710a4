/** Cuts the power at every entry. */
process.env['HARNESS_EVERY_CHANGE'] = '1';
await import('./forge-power-cut.suite.ts');
