/** Compares the journals with the repository: each commit, merge and log must exist as recorded. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Evidence, listEvidence } from '@harness/core/views/proof/evidence';
import {
  buildProof,
  type EvidenceFinding,
  type FindingCode,
  type JournalDefect,
  type RunProof,
} from '@harness/core/views/proof/proof';
import type { Unit } from '@harness/core/views/unit';
import { hashOfFile } from '@harness/effects/artifact/store';
import { checkCommit, checkMerge } from '@harness/effects/git/refs/commit-evidence';
import { parseJournalLines } from '@harness/engine/store/journal-lines';
import type { JsonlStore } from '@harness/engine/store/jsonl';

export async function checkRunEvidence(root: string, store: JsonlStore, unit: Unit): Promise<RunProof> {
  const found: EvidenceFinding[] = [];
  for (const evidence of listEvidence(unit.family))
    found.push({ evidence, why: await checkOne(root, store, evidence) });
  const torn = unit.outside.isOwned ? [] : unit.family.flatMap(({ run }) => tornIn(store, run));
  return buildProof(unit, found, torn, Date.now());
}

async function checkOne(root: string, store: JsonlStore, evidence: Evidence): Promise<FindingCode | null> {
  switch (evidence.is) {
    case 'commit':
      return checkCommit(root, evidence.sha, evidence.branch);
    case 'merge':
      return checkMerge(root, evidence.sha, evidence.base);
    case 'log': {
      const { path, sha256 } = evidence.artifact;
      const file = join(store.folder(evidence.run), path);
      if (!existsSync(file)) return 'missing';
      return hashOfFile(file) === sha256 ? null : 'changed';
    }
  }
}

/** An incomplete last line: a crash cut it off, or it was changed. Readers of the journal skip it. */
function tornIn(store: JsonlStore, run: string): readonly JournalDefect[] {
  const path = join(store.folder(run), 'journal.jsonl');
  const content = readFileSync(path);
  const { entries, soundBytes } = parseJournalLines(content, path);
  return soundBytes === content.length ? [] : [{ run, line: entries.length + 1, why: 'torn' }];
}
