/** Writes the summary of a session, and its line in the index of all sessions (A-74, AO-20). */
import { boundedLine } from '../text/bounded-text.ts';
import { sessionsFolder } from './autopilot-state.ts';

export const sessionIndexFile = `${sessionsFolder}/index.md`;
export const summaryName = 'summary.md';

export interface SessionSummary {
  /** The slug. */
  readonly session: string;
  /** An ISO time. */
  readonly lastActive: string;
  readonly skill: string;
  readonly phase: string;
  readonly status: string;
  readonly spec: string;
  /** `null` if the phase has none. */
  readonly plan: string | null;
  readonly keyContext: string;
  readonly nextStep: string;
}

const labels: Readonly<Record<keyof SessionSummary, string>> = {
  session: 'Session',
  lastActive: 'Last active',
  skill: 'Skill',
  phase: 'Phase',
  status: 'Status',
  spec: 'Spec',
  plan: 'Plan',
  keyContext: 'Key context',
  nextStep: 'Next step',
};
const names = Object.keys(labels) as readonly (keyof SessionSummary)[];
const maxText = 1_000;

export function summaryText(summary: SessionSummary): string {
  const lines = names.map((name) => `**${labels[name]}:** ${boundedLine(summary[name] ?? 'none', maxText)}`);
  return `# Session summary\n\n${lines.join('\n\n')}\n`;
}

/** Replaces the line of this session, or adds it at the end. `index` is `null` if the file does not exist. */
export function updateSessionIndex(
  index: string | null,
  { session, phase, status, lastActive }: SessionSummary,
): string {
  const link = `- [${session}](${session.split('/').map(encodeURIComponent).join('/')}/${summaryName})`;
  const line = `${link} — ${boundedLine(`${status}, ${phase}, ${lastActive.slice(0, 10)}`, maxText)}`;
  const lines = (index === null || index.trim() === '' ? '# Sessions\n' : index.replace(/\n+$/, '')).split('\n');
  const isOwn = (text: string) => text === link || text.startsWith(`${link} `);
  const others = lines.filter((text, at) => !isOwn(text) || at === lines.findIndex(isOwn));
  const at = others.findIndex(isOwn);
  return `${(at < 0 ? [...others, line] : others.with(at, line)).join('\n')}\n`;
}
