/** M4 for autopilot, its phases, their work and its documents: journals of version 1 are read, replayed and shown unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { golden } from '../../testing/golden.ts';
import { autopilotDocuments } from './documents/machine.ts';
import { autopilot } from './machine.ts';
import { autopilotPhase } from './phase/machine.ts';
import { sessionView } from './view.ts';
import { autopilotWork } from './work/machine.ts';

const read = (name: string) => readFileSync(new URL(`./${name}.jsonl`, import.meta.url), 'utf8');
const session = golden({ machine: autopilot, version: 1, journal: read('journals/v1'), at: 'done' });
const phase = golden({ machine: autopilotPhase, version: 1, journal: read('phase/journals/v1'), at: 'complete' });
const work = golden({ machine: autopilotWork, version: 1, journal: read('work/journals/v1'), at: 'done' });
golden({ machine: autopilotDocuments, version: 1, journal: read('documents/journals/v1'), at: 'committed' });

test('M4 golden journals of the released versions exist', () => {
  const released = [
    `journals/v${autopilot.version}`,
    `phase/journals/v${autopilotPhase.version}`,
    `work/journals/v${autopilotWork.version}`,
    `documents/journals/v${autopilotDocuments.version}`,
  ];
  expect(released.map(read)).not.toContain('');
});

test('M4 A-70 A-71 the journals show a retry, fixes of every kind and a decision record', () => {
  const root = 'shop-1a2b';
  const view = sessionView([
    { run: root, entries: session },
    { run: `${root}.2.phase`, entries: phase },
    { run: `${root}.2.phase.4.work`, entries: work },
  ]);
  expect(view?.document).toMatchObject({
    currentState: 'DONE',
    phases: [{ name: 'Core', status: 'complete' }, { name: 'Prices' }],
    finalReview: { status: 'passed', retryCount: 1 },
  });
  expect(view?.document.decisions[0]).toMatchObject({ phase: 0, decision: 'approved_plan' });
  expect(view?.document.history[0]).toMatchObject({ name: 'Core', retriesUsed: 1, verificationPassed: true });
});
