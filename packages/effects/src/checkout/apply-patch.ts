/**
 * Reads a proposed patch and applies it to the checkout (W-117 to W-121).
 *
 *   A1. The current state is kept first: with git as a commit under a ref, and the named files as copies (WO-27).
 *   A2. Every name is validated before it is used: its characters, its scope, links on its path, and whether the user
 *       had changed the file before.
 *   A3. The patch is applied once: a second try finds the plan of the first.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwnPath } from '@harness/core/checkout/change';
import { createsSpecialFile, type FileDiff, listPaths, readDiff } from '@harness/core/checkout/diff';
import { readPatchText } from '@harness/core/checkout/patch';
import type { PatchApplied, PatchFound } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { validatePath } from '@harness/core/text/paths';
import { safeName } from '../artifact/name.ts';
import { resolveContained } from '../contained-path.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { CheckoutContext } from './context.ts';
import { isFile, readText, resolveInside } from './file.ts';
import { keepCheckout } from './keep-checkout.ts';
import { applyPlan, readPatchPlan, writePlan } from './patch-plan.ts';
import { copyTo, type PatchPlan, tryPatch } from './patch-trial.ts';

export async function performReadPatch(
  { repo }: CheckoutContext,
  { path }: { path: string },
): Promise<Outcome<PatchFound>> {
  const markdown = await readText(repo, path);
  if (markdown === null) return ok({ is: 'missing' });
  const patch = readPatchText(markdown);
  if (patch === null) return ok({ is: 'empty' });
  return ok({ is: 'patch', summary: ownRedactor().text(patch.summary), files: listPaths(readDiff(patch.diff)) });
}

interface Args {
  readonly path: string;
  readonly scope: readonly string[];
  readonly foreign: readonly string[];
  readonly hasGit: boolean;
}

const copies = '.harness/autofix_pre_apply';

export async function performApplyPatch(work: CheckoutContext, args: Args): Promise<Outcome<PatchApplied>> {
  const folder = join(work.runFolder, 'patches', safeName(work.key));
  const earlier = await readPatchPlan(folder);
  if (earlier) return ok(await carryOutPlan(work, folder, earlier));

  const patch = readPatchText((await readText(work.repo, args.path)) ?? '');
  const diffs = patch ? readDiff(patch.diff).map(withNormalNames) : [];
  const files = listPaths(diffs);
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
  return ok(await carryOutPlan(work, folder, tried.plan));
}

async function carryOutPlan({ repo }: CheckoutContext, folder: string, plan: PatchPlan): Promise<PatchApplied> {
  const reason = await applyPlan(repo, folder, plan);
  return reason === null ? { is: 'applied', files: plan.files } : { is: 'reverted', files: plan.files, reason };
}

/** A name without a normal form stays unchanged and is refused later. */
function withNormalNames(diff: FileDiff): FileDiff {
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
  const bad = listPaths(diffs).find((name) => !isGood(name));
  const special = diffs.find(createsSpecialFile);
  return bad ?? special?.to ?? special?.from ?? null;
}

/** Copies are made with git too, because git does not keep ignored files. */
async function copyFiles(repo: string, files: readonly string[]): Promise<void> {
  const folder = resolveInside(repo, copies);
  await rm(folder, { recursive: true, force: true });
  for (const file of files) if (await isFile(repo, file)) await copyTo(folder, repo, file);
}
