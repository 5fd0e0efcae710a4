/** Tests how often the files of a session are written while its journals grow. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { autopilotJob } from '@harness/core/workflows/autopilot/testing/jobs';
import { oneTask } from '@harness/core/workflows/autopilot/testing/one-task';
import { rehearse } from '@harness/core/workflows/autopilot/testing/rehearsal';
import { expect, onTestFinished, test } from 'vitest';
import { createSessionFiles } from './session-files.ts';

const folder = '.harness/sessions/spec';

test('A-13 A-68 the state is written when its text changes, and the reports of a phase while it is the current one', () => {
  const root = mkdtempSync(join(tmpdir(), 'harness-session-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, folder), { recursive: true });
  const files = createSessionFiles(root);
  const versions = new Map<string, { readonly file: number; readonly text: string }[]>();
  const look = (name: string) => {
    const stat = statSync(join(root, folder, name), { throwIfNoEntry: false });
    const known = versions.get(name) ?? [];
    versions.set(name, known);
    if (!stat || stat.ino === known.at(-1)?.file) return;
    known.push({ file: stat.ino, text: readFileSync(join(root, folder, name), 'utf8') });
  };
  const names = ['autopilot-state.json', 'integration-wiring.json', 'phase-1-review.json', 'phase-2-review.json'];
  const entries = rehearse(autopilotJob, oneTask).flatMap((journal) =>
    journal.entries.map((entry) => ({ run: journal.run, entry })),
  );
  for (const { run, entry } of entries.toSorted((one, other) => one.entry.atMs - other.entry.atMs)) {
    files.see(run, entry);
    for (const name of names) look(name);
  }
  const textsOf = (name: string) => versions.get(name)?.map(({ text }) => text) ?? [];
  const phaseOf = (text: string) => (JSON.parse(text) as { phase: number }).phase;
  expect(textsOf('integration-wiring.json').map(phaseOf)).toEqual([1, 2]);
  expect([textsOf('phase-1-review.json').length, textsOf('phase-2-review.json').length]).toEqual([1, 1]);
  const states = textsOf('autopilot-state.json');
  expect(states.filter((text, at) => text === states[at - 1])).toEqual([]);
  expect(states.map((text) => (JSON.parse(text) as { currentState: string }).currentState).at(-1)).toBe('DONE');
});
