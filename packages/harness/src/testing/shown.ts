/** The fields of `show --json` that tests read. */
export interface Shown {
  status: string;
  state: string;
  costUsd: number;
  tokens: Record<string, number>;
  calls: {
    key: string;
    role: string;
    item: null;
    attempt: number;
    mode: string;
    provider: string;
    outcome: string | null;
    usage: Record<string, number>;
    costUsd: number;
    error?: { kind: string; detail: string };
    tries: { outcome: string | null }[];
  }[];
  checks: { command: string; green: boolean; exitCode: number; log: string }[];
  questions: Record<string, unknown>[];
  commits: { sha: string; branch: string; subject: string }[];
  findings: { severity: string; file: string; line: number | null; text: string; status: string }[];
  timeline: { seq: number; at: string; type: string; path?: string; why?: string }[];
}
