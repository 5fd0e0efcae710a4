/** The morning after a simulated night: a person answers what was asked, and looks at what is there. */
import { dirname } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import { questions } from '@harness/core/views/questions';
import type { Scene } from './world.ts';

/** Answers every question that is open; says how many there were. */
export async function answerAll(scene: Scene): Promise<number> {
  const all = [...scene.disk.files].flatMap(([run, entries]) => questions({ run, entries }));
  const open = all.filter(({ answer }) => answer === undefined);
  for (const { id, run, key, input } of open) {
    const [choice = ''] = input.choices;
    const said = { version: 1, type: 'answer', question: id, choice, note: '', by: 'a person' } as const;
    await scene.disk.store.inbox(run).put(id, { ...said, channel: 'command', atMs: scene.clock.nowMs() });
    scene.answered.push({ run, key });
  }
  return open.length;
}

/** A journal without what differs from one machine, folder or moment to the next: commits, hashes, processes, paths. */
export function comparable(files: ReadonlyMap<string, readonly Entry[]>, root: string): string {
  const names = new Map<string, string>();
  const named = (hash: string) => {
    const name = names.get(hash) ?? `commit-${names.size}`;
    names.set(hash, name);
    return name;
  };
  const lines = [...files]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([run, entries]) => entries.map((entry) => `${run} ${JSON.stringify(entry, withoutProcesses)}`));
  return lines
    .map((line) =>
      line
        .replaceAll(dirname(root), '')
        .replaceAll(/"(?:sha256|print|session)":"[^"]*"/g, '""')
        .replaceAll(/\b\d{8}-\d{6}\b/g, 'stamp')
        .replaceAll(/\b[0-9a-f]{40}\b/g, named)
        .replaceAll(/\b[0-9a-f]{7,12}\b/g, 'short'),
    )
    .join('\n');
}

/** Times inside of answers come from git, which knows no other clock than the machine's. */
function withoutProcesses(this: unknown, key: string, value: unknown): unknown {
  const isEntry = typeof this === 'object' && this !== null && 'type' in this && 'atMs' in this;
  if (key === 'atMs' && !isEntry) return undefined;
  return ['pid', 'startedAt', 'bytes'].includes(key) ? undefined : value;
}
