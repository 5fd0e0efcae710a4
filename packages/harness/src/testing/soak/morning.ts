/** The morning after a simulated night: answers open questions and compares journals. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import { askedQuestions } from '@harness/core/views/questions';
import type { Scene } from './world.ts';

/** Answers every open question; returns their number. */
export async function answerAll(scene: Scene): Promise<number> {
  const all = [...scene.disk.files].flatMap(([run, entries]) => askedQuestions({ run, entries }));
  const open = all.filter(({ answer }) => answer === undefined);
  for (const { id, run, key, input } of open) {
    const [choice = ''] = input.choices;
    const message = { version: 1, type: 'answer', question: id, choice, note: '', by: 'a person' } as const;
    await scene.disk.store.inbox(run).put(id, { ...message, channel: 'command', atMs: scene.clock.nowMs() });
    scene.answered.push({ run, key });
  }
  return open.length;
}

/** Journals without values that differ between machines, folders or times: commits, hashes, processes, paths. */
export function normalizeJournals(files: ReadonlyMap<string, readonly Entry[]>, root: string): string {
  const names = new Map<string, string>();
  const contentOf = readsCommitsWithoutTimes(root);
  const named = (hash: string) => {
    const content = contentOf(hash);
    const name = names.get(content) ?? `commit-${names.size}`;
    names.set(content, name);
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

/**
 * A commit without its times. A repeated step makes the same commit again within one second,
 * and another one in the next second; both are the same commit for a comparison of two nights.
 */
function readsCommitsWithoutTimes(root: string): (hash: string) => string {
  const known = new Map<string, string>();
  const contentOf = (hash: string): string => {
    const before = known.get(hash);
    if (before !== undefined) return before;
    const { status, stdout } = spawnSync('git', ['cat-file', 'commit', hash], { cwd: root, encoding: 'utf8' });
    const text = stdout
      .replaceAll(/^(author|committer) .*$/gm, '$1')
      .replaceAll(/^parent (.*)$/gm, (_, parent: string) => `parent ${contentOf(parent)}`);
    const content = status === 0 ? createHash('sha256').update(text).digest('hex') : hash;
    known.set(hash, content);
    return content;
  };
  return contentOf;
}

/** Times inside answers come from git, which uses the clock of the machine. */
function withoutProcesses(this: unknown, key: string, value: unknown): unknown {
  const isEntry = typeof this === 'object' && this !== null && 'type' in this && 'atMs' in this;
  if (key === 'atMs' && !isEntry) return undefined;
  return ['pid', 'startedAt', 'bytes'].includes(key) ? undefined : value;
}
