/** The files of a session that both its machine and its operations name. */
import { asFolder } from './change.ts';

export const liveConventions = '.harness/conventions.md';

export const verifyReportIn = (docsPath: string): string => `${asFolder(docsPath)}verify_report.md`;
