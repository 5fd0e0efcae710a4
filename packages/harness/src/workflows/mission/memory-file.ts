/** Lists the lines that the roles of a mission want to remember in `.harness/memory/raw.md`, from its journals (M-31). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import { collectMemoryEntries } from '@harness/core/memory/collect-entries';
import { rawFile, sessionMemoryText } from '@harness/core/memory/session-memory';
import { rootOf } from '@harness/engine/store/store';
import { createView, replaceView, type ViewFile } from '../../run/view-file.ts';

export function createMemoryFile(root: string): ViewFile {
  /** Relevant entries by run, per mission. */
  const missions = new Map<string, Map<string, Entry[]>>();
  const learn = (run: string, entry: Entry): string | null => {
    const mission = rootOf(run);
    if (run === mission && entry.type === 'started' && entry.machine === 'mission') missions.set(mission, new Map());
    const runs = missions.get(mission);
    if (runs === undefined || !isRelevant(entry)) return null;
    const known = runs.get(run);
    if (known) known.push(entry);
    else runs.set(run, [entry]);
    return mission;
  };
  const show = (mission: string) => {
    const journals = [...(missions.get(mission) ?? [])].map(([run, entries]) => ({ run, entries }));
    const path = join(root, rawFile);
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const text = sessionMemoryText(before, mission, collectMemoryEntries(journals));
    if (text !== before) replaceView(path, text);
  };
  return createView(learn, (_, entry, mission) => {
    if (mission !== null && entry.type !== 'asked') show(mission);
  });
}

/** Calls, file operations, answers and memory notes. A resume adds lines that a crash left out. */
const isRelevant = (entry: Entry): boolean =>
  (entry.type === 'asked' && ['agent', 'features'].includes(entry.effect.kind)) ||
  (entry.type === 'answered' && entry.outcome.ok) ||
  (entry.type === 'noted' && ['memory.told', 'run.resumed'].includes(entry.code));
