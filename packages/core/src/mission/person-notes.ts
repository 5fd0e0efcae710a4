/** Formats the notes that a mission writes for a person: escalations, waiting checkpoints and debug findings. */
import type { FeatureRecord } from '../input-files/features.ts';

export type PersonNote =
  | {
      readonly is: 'escalation';
      readonly reason: string;
      readonly features: readonly FeatureRecord[];
    }
  | { readonly is: 'checkpoint'; readonly name: string; readonly description: string }
  | { readonly is: 'debug'; readonly feature: string; readonly text: string };

/** Below `.harness`. */
export function noteFile(note: PersonNote): string {
  if (note.is === 'debug') return debugFile(note.feature);
  return note.is === 'escalation' ? 'escalation.md' : `checkpoint-${note.name}.md`;
}

/** Findings about a feature that keeps failing (MO-22). */
export const debugFile = (feature: string): string => `debug/${feature}.md`;

export const escalationFile = 'escalation.md';
/** Files of a checkpoint: it waits, a person granted it, or it has fired and does not fire again (MO-10). */
export const checkpointFiles = (name: string) => ({
  pending: `checkpoint-${name}.md`,
  granted: [`checkpoint-${name}.granted`, `checkpoint-${name}.md.granted`],
  fired: `.checkpoint-${name}.fired`,
});
/** The name of the waiting checkpoint; `undefined` if the file belongs to none. */
export const pendingCheckpoint = (file: string): string | undefined =>
  /^checkpoint-([a-z0-9][a-z0-9_-]*)\.md$/i.exec(file)?.[1];
export const grantedCheckpoint = (file: string): string | undefined =>
  /^checkpoint-(.+?)(?:\.md)?\.granted$/.exec(file)?.[1];
export const firedCheckpoint = (file: string): string | undefined => /^\.checkpoint-(.+)\.fired$/.exec(file)?.[1];

export function noteText(note: PersonNote): string {
  if (note.is === 'debug') return page(`# Debug ${note.feature}`, note.text);
  if (note.is === 'checkpoint')
    return page(
      `# Checkpoint ${note.name}`,
      note.description === '' ? 'The mission waits here for a person.' : note.description,
      `Grant it with \`harness checkpoint grant ${note.name}\`, then \`harness resume\`.`,
    );
  return page(
    '# Escalation',
    `Reason: ${note.reason}`,
    ...(note.features.length === 0
      ? []
      : [['| feature | status | attempts |', '|---|---|---|', ...note.features.map(row)].join('\n')]),
    note.features.length === 0 ? afterRejection : afterEscalation,
  );
}

/** Only a rejected plan has no features yet; its mission has ended. */
const afterRejection =
  'Change the plan in `.harness`, or delete `.harness/features.json` to plan again. Then run `harness mission`: an unchanged plan is reviewed again.';
const afterEscalation = 'Fix the cause, then run `harness resume`: failing features are tried again.';

const row = ({ id, status, attempts }: FeatureRecord) => `| ${id} | ${status} | ${attempts} |`;

const page = (...parts: readonly string[]) => `${parts.join('\n\n')}\n`;
