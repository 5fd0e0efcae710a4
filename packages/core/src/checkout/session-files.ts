/** Paths of session files that both the machine and the operations use. */
import { toFolderPath } from './change.ts';

export const liveConventions = '.harness/conventions.md';

export const verifyReportIn = (docsPath: string): string => `${toFolderPath(docsPath)}verify_report.md`;
