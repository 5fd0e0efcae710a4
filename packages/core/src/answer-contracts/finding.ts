/** A finding of a review. */
export const severities = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

export interface Finding {
  readonly severity: Severity;
  readonly file: string;
  readonly line: number | null;
  readonly text: string;
}
