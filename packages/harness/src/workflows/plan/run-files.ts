/**
 * Writes the files of a plan's run from its journals after each move. A resumed run writes them again. No code reads them
 * as evidence.
 */
import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { planJobIn, type RunFile, runFiles } from '@harness/core/workflows/plan/run-files';
import { newestArtifact } from '@harness/effects/artifact/store';
import { resolveContained } from '@harness/effects/contained-path';
import { refuseUnwritableSync, replaceLink } from '@harness/engine/store/durable-file';
import { isChildOf } from '@harness/engine/store/store';
import { replaceView, type ViewFile } from '../../run/view-file.ts';
import { openStore } from '../../runs/folder.ts';

export function createRunFiles(root: string): ViewFile {
  const journals = new Map<string, Entry[]>();
  /** The mark of the content last written per path, so that only changed files are written again. */
  const written = new Map<string, string>();
  const folders = new Map<string, string>();
  const runFolder = openStore(root).folder;

  function write(run: string): void {
    const entries = journals.get(run) ?? [];
    const folder = folderIn(root, entries[0]);
    if (folder === null) return;
    const children = [...journals].filter(([other]) => isChildOf(other, run));
    const family: [RunJournal, ...RunJournal[]] = [
      { run, entries },
      ...children.map(([of, all]) => ({ run: of, entries: all })),
    ];
    folders.set(run, folder);
    mkdirSync(join(folder, 'e2e-verify'), { recursive: true });
    for (const file of runFiles(family)) {
      const path = join(folder, file.name);
      const content = contentOf(file, runFolder);
      if (content === null || written.get(path) === content.mark) continue;
      if ('text' in content.from) replaceView(path, content.from.text);
      else replaceView(path, readFileSync(content.from.file), 0o600);
      written.set(path, content.mark);
    }
  }

  /** Keeps entries of a plan's run and its children, and returns the plan's run; undefined for other runs. */
  const remember = (run: string, entries: readonly Entry[]): string | undefined => {
    const isPlan = planJobIn(entries[0]) !== undefined;
    const planRun = isPlan ? run : planRunOf(run, journals);
    if (planRun === undefined) return undefined;
    const known = journals.get(run) ?? [];
    known.push(...entries);
    journals.set(run, known);
    return planRun;
  };

  /** Frees memory after a run ends: a queue may have thousands of runs. */
  const forget = (planRun: string) => {
    for (const run of [...journals.keys()]) if (run === planRun || isChildOf(run, planRun)) journals.delete(run);
    for (const path of [...written.keys()]) if (path.startsWith(`${folders.get(planRun)}/`)) written.delete(path);
    folders.delete(planRun);
  };

  return {
    know(run, entries) {
      remember(run, entries);
    },
    knowAgain(run, entries) {
      if (!journals.has(run)) remember(run, entries);
    },
    see(run, entry) {
      const planRun = remember(run, [entry]);
      if (planRun === undefined || !changesFiles(entry)) return;
      if (planRun === run && entry.type === 'started') pointAt(folderIn(root, entry));
      write(planRun);
      if (planRun === run && entry.type === 'ended') forget(planRun);
    },
  };
}

/** The plan's run that this run belongs to: the run itself or its nearest ancestor. */
function planRunOf(run: string, journals: ReadonlyMap<string, readonly Entry[]>): string | undefined {
  const above = [...journals.keys()].filter((other) => other === run || isChildOf(run, other));
  return above.sort((one, other) => other.length - one.length).find((one) => planJobIn(journals.get(one)?.[0]));
}

const changesFiles = (entry: Entry) =>
  entry.type === 'noted'
    ? entry.code === 'run.resumed'
    : ['started', 'moved', 'failed', 'ended', 'reopened'].includes(entry.type);

/** Null if the folder is outside the repository or behind a link. */
function folderIn(root: string, first: Entry | undefined): string | null {
  const job = planJobIn(first);
  const place = job === undefined ? null : resolveContained(root, job.folder);
  return place?.ok ? place.path : null;
}

interface Content {
  /** Two contents are equal if their marks are equal. */
  readonly mark: string;
  readonly from: { readonly text: string } | { readonly file: string };
}

function contentOf({ is }: RunFile, runFolder: (run: string) => string): Content | null {
  if ('text' in is) return { mark: is.text, from: is };
  const [run, path] =
    'replyOf' in is
      ? [is.replyOf.run, newestArtifact(runFolder(is.replyOf.run), is.replyOf.key, '.reply.txt')]
      : [is.copyOf.run, is.copyOf.path];
  return path === null ? null : { mark: `${run} ${path}`, from: { file: join(runFolder(run), path) } };
}

/** Points `latest` at the run that started last. A file or folder of that name is left alone. */
function pointAt(folder: string | null): void {
  if (folder === null) return;
  const latest = join(dirname(folder), 'latest');
  const existing = lstatSync(latest, { throwIfNoEntry: false });
  if (existing && !existing.isSymbolicLink()) return;
  refuseUnwritableSync(latest, () => mkdirSync(dirname(folder), { recursive: true }));
  replaceLink(latest, basename(folder));
}
