/**
 * Applies a proposed patch to the checkout (W-119 to W-121).
 *
 *   A1. What is there is kept first: with git as a commit under a ref, and the files named as copies (WO-27).
 *   A2. Every name is judged before anything is done with it: by its letters, its scope, the links on its way, and whether
 *       it is a file that the user had changed before.
 *   A3. It is applied once: a second try finds the plan of the first.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwnPath } from '@harness/core/checkout/change';
import { type FileDiff, makesNoFile, namesIn, readDiff } from '@harness/core/checkout/diff';
import { readPatchText } from '@harness/core/checkout/patch';
import type { PatchApplied } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { validatePath } from '@harness/core/text/paths';
import { safeName } from '../artifact/name.ts';
import { resolveContained } from '../contained-path.ts';
import type { CheckoutContext } from './context.ts';
import { isFile, readText, resolveInside } from './file.ts';
import { keepCheckout } from './keep-checkout.ts';
import { carryOut, readPlan, writePlan } from './patch-plan.ts';
import { copyTo, type PatchPlan, tryPatch } from './patch-trial.ts';

interface Args {
  readonly path: string;
  readonly scope: readonly string[];
  readonly foreign: readonly string[];
  readonly hasGit: boolean;
}

const copies = '.harness/autofix_pre_apply';

export async function applyPatch(work: CheckoutContext, args: Args): Promise<Outcome<PatchApplied>> {
  const folder = join(work.runFolder, 'patches', safeName(work.key));
  const begun = await readPlan(folder);
  if (begun) return ok(await finished(work, folder, begun));

  const patch = readPatchText((await readText(work.repo, args.path)) ?? '');
  const diffs = patch ? readDiff(patch.diff).map(normal) : [];
  const files = namesIn(diffs);
  if (files.length === 0)
    return ok({ is: 'reverted', files, reason: 'there is no diff with the name of a file in it' });
  if (args.hasGit) await keepCheckout(work);
  const refused = refusedName(work.repo, diffs, args);
  if (refused !== null) return ok({ is: 'refused', path: refused });

  await copyFiles(work.repo, files);
  const tried = await tryPatch(work.repo, folder, diffs);
  if (tried.is === 'refused') return ok(tried);
  if (tried.is === 'unfit') return ok({ is: 'reverted', files, reason: tried.reason });
  await writePlan(folder, tried.plan);
  return ok(await finished(work, folder, tried.plan));
}

async function finished({ repo }: CheckoutContext, folder: string, plan: PatchPlan): Promise<PatchApplied> {
  const reason = await carryOut(repo, folder, plan);
  return reason === null ? { is: 'applied', files: plan.files } : { is: 'reverted', files: plan.files, reason };
}

/** The names in their normal form. One that has none stays as it is, and is refused. */
function normal(diff: FileDiff): FileDiff {
  const name = (path: string | null) => {
    const valid = path === null ? null : validatePath(path, 'diff_target');
    return valid?.ok ? valid.path : path;
  };
  return { ...diff, from: name(diff.from), to: name(diff.to) };
}

function refusedName(repo: string, diffs: readonly FileDiff[], { scope, foreign }: Args): string | null {
  const isOwn = isOwnPath({ foreign, docsPath: '' });
  const isGood = (name: string) =>
    validatePath(name, 'diff_target', scope).ok && resolveContained(repo, name).ok && isOwn(name);
  const bad = namesIn(diffs).find((name) => !isGood(name));
  const special = diffs.find(makesNoFile);
  return bad ?? special?.to ?? special?.from ?? null;
}

/** Also with git, which does not keep what it ignores. */
async function copyFiles(repo: string, files: readonly string[]): Promise<void> {
  const folder = resolveInside(repo, copies);
  await rm(folder, { recursive: true, force: true });
  for (const file of files) if (await isFile(repo, file)) await copyTo(folder, repo, file);
}
