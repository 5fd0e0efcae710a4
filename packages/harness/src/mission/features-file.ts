/** Keeps `.harness/features.json` as the journal has it: only the loop writes statuses, and this file shows them (MO-13). */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal';
import type { MissionPlan } from '@harness/core/mission/plan';
import { featureDocument } from '@harness/core/sources/features';
import type { Mission } from '@harness/core/workflows/mission/machine';
import { makeFolder, onDisk } from '@harness/engine/store/folder';
import type { ViewFile } from '../view-file.ts';

export function featuresFileIn(root: string): ViewFile {
  const missions = new Set<string>();
  let shown = '';
  let known: { readonly file: string; readonly plan: MissionPlan } | null = null;
  const see = (run: string, entry: Entry) => {
    if (entry.type === 'started' && entry.machine === 'mission') missions.add(run);
    if (!missions.has(run) || (entry.type !== 'started' && entry.type !== 'moved' && entry.type !== 'upgraded')) return;
    const state = entry.state as Mission;
    if (!('plan' in state)) return;
    if (known?.file !== state.plan.file) known = planIn(root, state.plan.file);
    if (known === null) return;
    const text = `${JSON.stringify({ features: documents(known.plan, state.features) }, null, 2)}\n`;
    if (text !== shown) replace(root, text);
    shown = text;
  };
  return {
    know(run, entries) {
      const [first] = entries;
      if (first?.type === 'started' && first.machine === 'mission') missions.add(run);
    },
    see,
  };
}

/** Nothing when somebody took it away: then the file stays as it is, and the run says what is missing. */
function planIn(root: string, file: string) {
  const path = join(root, file);
  return existsSync(path) ? { file, plan: JSON.parse(readFileSync(path, 'utf8')) as MissionPlan } : null;
}

const documents = (plan: MissionPlan, rows: Extract<Mission, { plan: unknown }>['features']) =>
  plan.features.map((feature) => {
    const row = rows.find(({ id }) => id === feature.id);
    return featureDocument(row ? { ...feature, status: row.status, attempts: row.attempts } : feature);
  });

/** Not synced: it can be made again from the journal at any time. */
function replace(root: string, text: string): void {
  const folder = join(root, '.harness');
  const path = join(folder, 'features.json');
  makeFolder(folder);
  onDisk(path, () => {
    const draft = `${path}.${process.pid}.draft`;
    writeFileSync(draft, text);
    renameSync(draft, path);
  });
}
