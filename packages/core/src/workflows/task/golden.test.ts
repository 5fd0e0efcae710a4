/** M4 for task: a journal of version 1 is read, replayed and shown unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyFold } from '../../journal/journal.ts';
import { formatLine } from '../../messages/format-line.ts';
import { messagesFor } from '../../messages/index.ts';
import { golden } from '../../testing/golden.ts';
import { toLogLines } from '../../views/log-lines.ts';
import { show } from '../../views/show.ts';
import { task } from './machine.ts';

const en = messagesFor('en');
const read = (version: number) => readFileSync(new URL(`./journals/v${version}.jsonl`, import.meta.url), 'utf8');
const entries = golden({ machine: task, version: 1, journal: read(1), at: 'completed' });

test('M4 a golden journal of the released version exists', () => {
  expect(read(task.version)).not.toBe('');
});

test('M4 the journal shows a red test, a retry, a finding, a second round and one commit', () => {
  const shown = show([{ run: 'r', entries }], { isOwned: false, answered: new Set() }, en);
  expect(shown).toMatchObject({ status: 'done', costUsd: 0.65 });
  expect(shown.calls.map(({ role, attempt, model }) => `${role} ${attempt} ${model}`).sort()).toEqual([
    'task.architect 1 opus',
    'task.combined-advisor 1 opus',
    'task.combined-advisor 2 opus',
    'task.convention-scanner 1 opus',
    'task.evaluator 1 opus',
    'task.evaluator 2 opus',
    'task.implementation-standard 1 sonnet',
    'task.implementation-standard 2 sonnet',
    'task.implementation-standard 3 sonnet',
    'task.lead-developer 1 sonnet',
    'task.lead-developer 2 sonnet',
    'task.senior-developer 1 opus',
    'task.synthesis-standard 1 opus',
  ]);
  expect(shown.checks.map(({ green }) => green)).toEqual([false, true, true]);
  expect(shown.questions.map(({ header, answer }) => `${header}: ${answer}`)).toEqual([
    'Mode: standard (Recommended)',
    'Model: balanced (Recommended)',
    'Convention Scan: Scan',
    'Spec: Proceed',
    'QA: Fix',
    'Commit: Commit code only (Recommended)',
  ]);
  expect(shown.commits).toMatchObject([{ branch: 'harness/read-durations', subject: 'Read durations' }]);
});

test('M4 the journal prints the same progress lines when read later', () => {
  const log = emptyFold();
  const lines = entries.flatMap((entry) => toLogLines(log, entry)).map((line) => formatLine(line, en));
  expect(lines.filter((line) => line.startsWith('[harness]'))).toEqual([
    '[harness] Task started!',
    '[harness] Conventions: scanned and saved to .harness/conventions.md',
    '[harness] Phase: Plan',
    '[harness] Plan complete.',
    '[harness] Phase: Generate',
    '[harness] Generate complete.',
    '[harness] Phase: Verify (Layer 1 — Mechanical)',
    '[harness] Verify (Layer 1) FAIL — retrying Generator (attempt 1/3)',
    '[harness] Generate complete.',
    '[harness] Phase: Verify (Layer 1 — Mechanical)',
    '[harness] Verify (Layer 1) complete.',
    '[harness] Phase: Evaluate (Layer 2+3)',
    '[harness] Evaluate complete.',
    '[harness] Phase: Generate',
    '[harness] Generate complete.',
    '[harness] Phase: Verify (Layer 1 — Mechanical)',
    '[harness] Verify (Layer 1) complete.',
    '[harness] Phase: Evaluate (Layer 2+3)',
    '[harness] Evaluate complete.',
    '[harness] ✓ QA PASS — task complete.',
    '[harness] To be deleted after the commit: docs/harness/read-durations/',
  ]);
});
