/** Opens a session: reads its spec, and creates its folder. The text of the spec is kept, so that later edits change nothing. */
import { mkdir } from 'node:fs/promises';
import type { Lane } from '@harness/core/effects/git';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { sessionFolder, sessionSlug } from '@harness/core/sessions/slug';
import { keepText } from '../artifact/keep-text.ts';
import { headBranch } from '../checkout/branch.ts';
import { OutsideCheckoutError } from '../checkout/context.ts';
import { resolveInside } from '../checkout/file.ts';
import { resolveContained } from '../contained-path.ts';
import { readDocument } from '../documents/read-document.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { gitOrThrow } from '../git/command.ts';
import type { AutopilotContext } from './context.ts';
import { markHandoff } from './handoff-file.ts';

export async function performOpenSession(
  work: AutopilotContext,
  { specPath }: { readonly specPath: string },
): Promise<Outcome<{ readonly lane: Lane; readonly spec: Artifact }>> {
  const { repo } = work;
  if (!resolveContained(repo, specPath).ok) throw new OutsideCheckoutError(specPath);
  const file = readDocument(repo, specPath);
  if (file.is !== 'text') return fail('spec.missing', { path: specPath });
  const base = await gitOrThrow(repo, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  const branch = await headBranch(repo);
  if (branch === null)
    return fail('git.failed', { op: 'open-session', detail: 'HEAD is detached: switch to a branch' });
  const slug = sessionSlug(specPath);
  const folder = resolveInside(repo, sessionFolder(slug));
  await refuseUnwritable(folder, () => mkdir(folder, { recursive: true }));
  await markHandoff(work, slug);
  return ok({ lane: { path: '.', branch, base }, spec: await keepText(work, 'spec.md', file.text) });
}
