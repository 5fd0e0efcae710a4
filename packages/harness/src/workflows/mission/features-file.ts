/**
 * Shows the features of a mission in `.harness/features.json`: only the loop changes a status (MO-13).
 *
 *   V1. Edits of a person are never overwritten before the mission asked the person, also while it runs.
 *   V2. A missing file is written again, and so is the contract beside it.
 */
import { join } from 'node:path';
import { contractFile, contractText } from '@harness/core/input-files/validation-contract';
import { type Entry, foldJournal } from '@harness/core/journal/journal';
import { featureStatusText } from '@harness/core/mission/features-text';
import type { Mission } from '@harness/core/workflows/mission/machine';
import { editSignal } from '@harness/core/workflows/mission/plan-edit';
import { planText } from '@harness/effects/features/find-plan';
import { sendRunSignal } from '../../run/next-command.ts';
import { replaceView, type ViewFile } from '../../run/view-file.ts';
import { openStore } from '../../runs/folder.ts';
import { openStoredPlans } from './stored-plans.ts';

export function createFeaturesFile(root: string): ViewFile {
  const missions = new Set<string>();
  const pathOf = (name: string) => join(root, '.harness', name);
  const plans = openStoredPlans(root);
  const store = openStore(root);
  /** The text that this process wrote or read last; null if unknown, or after the mission asked about an edit. */
  let lastText: string | null = null;
  let isSignalled = false;
  /** Signals the mission once. It then reads the file and asks the person. */
  const signalEdit = (run: string) => {
    if (!isSignalled) void sendRunSignal(store, run, editSignal, 'edited');
    isSignalled = true;
  };
  const see = (run: string, entry: Entry): void => {
    if (entry.type === 'started' && entry.machine === 'mission') missions.add(run);
    if (!missions.has(run) || !('state' in entry)) return;
    const state = entry.state as Mission;
    if (!('plan' in state)) return;
    const plan = plans(state.plan.file);
    if (state.edited) lastText = null;
    if (plan === null || state.edited) return;
    const file = planText(root, 'features.json');
    if (lastText !== null && file.is !== 'missing' && (file.is === 'strange' || file.text !== lastText)) {
      signalEdit(run);
      return;
    }
    isSignalled = false;
    const text = featureStatusText(plan, state.features);
    if (file.is !== 'text' || file.text !== text) replaceView(pathOf('features.json'), text);
    if (planText(root, contractFile).is === 'missing') replaceView(pathOf(contractFile), contractText(plan.assertions));
    lastText = text;
  };
  return {
    know(run, entries) {
      const [first] = entries;
      if (first?.type !== 'started' || first.machine !== 'mission') return;
      missions.add(run);
      const file = planText(root, 'features.json');
      if ('plan' in foldJournal(entries).state && file.is === 'text') lastText = file.text;
    },
    see,
  };
}
