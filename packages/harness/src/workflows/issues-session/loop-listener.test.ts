import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoopView, loopDefaults, loopFile } from '@harness/core/issue-loop/document';
import { loopPrompt } from '@harness/core/issue-loop/prompt';
import { readLoopDocument } from '@harness/core/issue-loop/read-document';
import { signalOf, withSignal } from '@harness/core/issue-loop/signal';
import type { Entry } from '@harness/core/journal/journal';
import { performReadLoopSignal } from '@harness/effects/issues/loop-signal';
import { expect, onTestFinished, test } from 'vitest';
import { loopDocument, showLoopFile } from './loop-listener.ts';

const machine = 'a-loop';
const moved = (loop: Partial<LoopView>): Entry => ({ type: 'moved', atMs: 1, state: { at: 'x', ...loop } });
const started = (of = machine): Entry => ({
  ...{ type: 'started', machine: of, version: 1, title: 't', settings: {}, input: null },
  ...{ state: { at: 'x', iteration: 1 }, atMs: 0 },
});

/** A repository, and a process that hosts the loop `r`, whose states are counters. */
function host(root = repository()) {
  const warned: string[] = [];
  const listen = () =>
    showLoopFile({
      root,
      language: undefined,
      warn: (text) => void warned.push(text),
      machine,
      documentOf(tree) {
        const last = tree[0].entries.findLast((entry) => 'state' in entry);
        const counters = last && 'state' in last ? (last.state as Partial<LoopView>) : {};
        return loopDocument(tree, { ...loopDefaults, active: true, ...counters });
      },
    });
  let listener = listen();
  const seen: Entry[] = [];
  const see = (entry: Entry, run = 'r') => {
    if (run === 'r') seen.push(entry);
    listener.see?.({ type: 'entry', run, seq: seen.length, entry });
  };
  /** Another process resumes the run. */
  const resume = () => {
    listener = listen();
    listener.load?.({ run: 'r', entries: [...seen] });
  };
  return { root, warned, see, resume };
}

function repository(): string {
  const root = mkdtempSync(join(tmpdir(), 'harness-loop-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  execFileSync('git', ['init', '--quiet', root]);
  return root;
}

const text = (root: string) => readFileSync(join(root, loopFile), 'utf8');
const document = (root: string) => {
  const read = readLoopDocument(text(root));
  if (read.is !== 'read') throw new Error(read.detail);
  return read.document;
};
const write = (root: string, content: string) => {
  mkdirSync(join(root, '.claude'), { recursive: true });
  writeFileSync(join(root, loopFile), content);
};
const stop = (root: string) => write(root, withSignal(text(root), false) ?? '');
const readSignal = (root: string) => performReadLoopSignal({ repo: root } as never);

test('I-04 I-10 I-11 the file follows the moves of the run, and stays out of commits', () => {
  const { root, see } = host();
  see(started());
  expect(document(root)).toMatchObject({
    run: 'r',
    revision: 0,
    body: loopPrompt,
    state: { active: true, iteration: 1 },
  });
  for (const part of ['harness issues start', '## Protocol', 'ISSUE_COMPLETE', 'ISSUE_FAILED', 'HARNESS_PAUSE'])
    expect(text(root), 'I-74').toContain(part);
  see(moved({ iteration: 2, completed: ['A-1'] }));
  expect(document(root)).toMatchObject({ revision: 1, state: { iteration: 2, completed: ['A-1'] } });
  see(moved({ iteration: 9 }), 'r.0.issue'); // a child
  see(started('another-machine'), 'q');
  expect(document(root)).toMatchObject({ run: 'r', state: { iteration: 2 } });
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })).toBe('');
  expect(readFileSync(join(root, '.git/info/exclude'), 'utf8').split(loopFile)).toHaveLength(2);
});

test('I-06 active: false of a person survives every view, and every reader of the signal sees it', async () => {
  const { root, see } = host();
  see(started());
  expect(await readSignal(root)).toMatchObject({ value: { active: true } });
  stop(root);
  expect(await readSignal(root)).toMatchObject({ value: { active: false } });
  see(moved({ iteration: 2 }));
  see(moved({ iteration: 3 }));
  expect(document(root).state).toMatchObject({ active: false, iteration: 3 });
});

test('I-54 edited counters are written over; fields of other tools stay', () => {
  const { root, see } = host();
  write(root, '---\nactive: true\niteration: 7\ncompleted_issues: [X-1]\nsprint: 4\n---\nHello.\n');
  see(started());
  write(root, text(root).replace('iteration: 1', 'iteration: 18').replace('sprint: 4', 'sprint: 5'));
  see(moved({ iteration: 2 }));
  expect(document(root)).toMatchObject({ state: { iteration: 2, completed: [] }, unknown: { sprint: 5 } });
});

test('no signal is in the file of an earlier run, nor in the own view of a paused run; one that came between them is', () => {
  const earlier = host();
  write(earlier.root, '---\nactive: false\nrun: other-1a2b\n---\nHello.\n');
  earlier.see(started());
  expect(document(earlier.root).state.active).toBe(true);

  const paused = host();
  paused.see(started());
  paused.see(moved({ active: false }));
  paused.resume();
  paused.see(moved({ iteration: 2 }));
  expect(document(paused.root).state).toMatchObject({ active: true, iteration: 2 });

  const asked = host();
  asked.see(started());
  stop(asked.root);
  asked.resume();
  asked.see(moved({ iteration: 2 }));
  expect(document(asked.root).state).toMatchObject({ active: false, iteration: 2 });
});

test('a file that is removed, torn or binary is written again, and is no signal', async () => {
  const { root, see } = host();
  see(started());
  const broken = ['---\nactive: fal', '', '\u0000\uffff', Buffer.from([0xff, 0xfe, 0])];
  for (const [n, content] of broken.entries()) {
    writeFileSync(join(root, loopFile), content);
    expect(await readSignal(root)).toMatchObject({ value: { active: true } });
    see(moved({ iteration: n + 2 }));
    expect(document(root).state).toMatchObject({ active: true, iteration: n + 2 });
  }
  rmSync(join(root, '.claude'), { recursive: true });
  expect(await readSignal(root)).toMatchObject({ value: { active: true } });
  see(moved({ iteration: 9 }));
  expect(signalOf(text(root))).toBe(true);
});

test('a link, a linked folder, a folder and a file in place of the folder: one sentence each, nothing outside is written, and the run continues', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'harness-outside-'));
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  const target = join(outside, 'harness-state.local.md');
  writeFileSync(target, 'active: false\n');
  const places: readonly ((root: string) => void)[] = [
    (root) => {
      mkdirSync(join(root, '.claude'));
      symlinkSync(target, join(root, loopFile));
    },
    (root) => symlinkSync(outside, join(root, '.claude')),
    (root) => mkdirSync(join(root, loopFile), { recursive: true }),
    (root) => writeFileSync(join(root, '.claude'), ''),
  ];
  for (const place of places) {
    const { root, see, warned } = host();
    place(root);
    see(started());
    see(moved({ iteration: 2 }));
    expect(warned).toEqual([expect.stringMatching(/harness-state\.local\.md is not written: .*continues.*\n$/)]);
    expect(await readSignal(root)).toMatchObject({ value: { active: true } });
    rmSync(join(root, '.claude'), { recursive: true });
    see(moved({ iteration: 3 }));
    expect(document(root).state.iteration).toBe(3);
  }
  expect(readFileSync(target, 'utf8')).toBe('active: false\n');
});
