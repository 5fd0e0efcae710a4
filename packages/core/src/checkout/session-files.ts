/** Paths of session files that both the machine and the operations use. */
import { asFolder } from './change.ts';

export const liveConventions = '.harness/conventions.md';

export const verifyReportIn = (docsPath: string): string => `${asFolder(docsPath)}verify_report.md`;
