import { killing } from './kill.suite.ts';

killing(Number(process.env['HARNESS_KILLS'] ?? 100));
