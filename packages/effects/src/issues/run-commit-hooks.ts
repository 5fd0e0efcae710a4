/**
 * Runs the repository's own commit hooks before the commit of a group (I-65).
 *
 *   H1. The hooks are those of the base; a change of the group to them, or to what they run, is red.
 *   H2. They run in a clean room of the saved files, and can write nothing else.
 *   H3. A hook that rewrites files of the group and fails, as pre-commit does, runs once more on the rewritten files.
 *   H4. The new checkpoint has exactly the files that the hooks left. They are also written into the checkout, except
 *       files that a person changed there since.
 */
import type { Lane } from '@harness/core/effects/git';
import type { HookReport } from '@harness/core/effects/issues';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { requireNoBlockingFiles } from '../checkout/blocking-files.ts';
import { type ChangedRow, parseRows, writeTree } from '../checkout/change.ts';
import { restoreFiles } from '../checkout/checkout-snapshot.ts';
import type { GitCheckoutContext } from '../checkout/context.ts';
import { keepState } from '../checkout/keep-checkout.ts';
import { type CommitHookName, type FoundHooks, findHooks } from '../commit-hooks/find-hooks.ts';
import { equipHookRoom } from '../commit-hooks/hook-room.ts';
import { type HookRound, runHookRound, tamperedReason } from '../commit-hooks/hook-round.ts';
import { findOwnHookFiles, type OwnHookFiles } from '../commit-hooks/own-hook-files.ts';
import { hookLog } from '../commit-hooks/run-hook.ts';
import { findTamperedFiles } from '../commit-hooks/tampered-files.ts';
import { GitError } from '../git/command.ts';
import { listKeptRefs } from '../git/refs/kept-refs.ts';
import { writeCommit } from '../git/refs/ref.ts';
import { findKeptDependencies } from '../room/kept-dependencies.ts';
import { checkoutRoom, roomPlace } from '../room/room-place.ts';
import { withRoom } from '../room/use-room.ts';
import { checkoutContext, readCheckoutFiles, requireBase, withCheckout } from './checkout-access.ts';
import type { IssuesContext } from './context.ts';
import { isGroupFile } from './survey-group.ts';
import { findUnknownFiles, isDeleted } from './unknown-files.ts';

interface Args {
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly message: string;
  readonly files: readonly string[];
  readonly timeoutMs: number;
}

interface Search {
  readonly work: GitCheckoutContext;
  readonly found: FoundHooks;
  readonly own: OwnHookFiles;
}

export async function performRunCommitHooks(given: IssuesContext, args: Args): Promise<Outcome<HookReport>> {
  const { lane, checkpoint, message } = args;
  const search = await searchHooks(given, lane.base);
  const { work, found } = search;
  for (const { name } of found.hooks.filter(({ isExecutable }) => !isExecutable))
    await given.context.note('hook.skipped', { hook: name });
  const [first] = found.hooks.filter(({ isExecutable }) => isExecutable);
  if (first === undefined) return ok({ is: 'green', checkpoint, message });
  const tree = await writeTree(work.repo, checkpoint);
  const refused = await findRefusal(search, lane.base, tree);
  if (refused !== null) return red(given, { hook: refused.hook ?? first.name, log: null, lines: [refused.line] });
  const round = await runRounds(given, args, search, tree);
  if (!round.ok) return round;
  if (round.value.is === 'red') return red(given, round.value);
  if (round.value.is === 'outside') return ok(round.value);
  const passed = round.value;
  const rewritten =
    passed.tree === tree ? checkpoint : await takeRewrites(given, lane, { tree, rewritten: passed.tree });
  return ok({ is: 'green', checkpoint: rewritten, message: passed.message });
}

async function searchHooks(given: IssuesContext, base: string): Promise<Search> {
  const { root } = roomPlace(given.repo, checkoutRoom(given.run), given.commands.environment);
  const own = await findOwnHookFiles(given.repo, await findKeptDependencies(root));
  return { work: await checkoutContext(given), found: await findHooks(given.repo, base, own), own };
}

interface Refusal {
  readonly hook: CommitHookName | null;
  readonly line: string;
}

/** H1. */
async function findRefusal({ work, found }: Search, base: string, tree: string): Promise<Refusal | null> {
  const untrusted = found.hooks.find(({ problem }) => problem !== null);
  if (untrusted) return { hook: untrusted.name, line: `The hook ${untrusted.name} was not run: ${untrusted.problem}` };
  const tampered = await findTamperedFiles(work, { base, tree }, found);
  return tampered.length === 0 ? null : { hook: null, line: tamperedReason(tampered) };
}

async function red(
  { runFolder, key }: IssuesContext,
  {
    hook,
    log,
    lines,
  }: { readonly hook: CommitHookName; readonly log: string | null; readonly lines: readonly string[] },
): Promise<Outcome<HookReport>> {
  return ok({ is: 'red', hook, log: await hookLog(runFolder, { key, log, lines }) });
}

/** H3. */
async function runRounds(given: IssuesContext, args: Args, search: Search, tree: string): Promise<Outcome<HookRound>> {
  const first = await runRound(given, args, search, tree);
  if (!first.ok || first.value.is !== 'red' || first.value.rewritten === undefined) return first;
  const again = await runRound(given, args, search, first.value.rewritten);
  if (!again.ok || again.value.is !== 'red') return again;
  const { hook, lines } = again.value;
  return ok({
    ...again.value,
    lines: [...lines, `The hook ${hook} had rewritten files before, and ran on them again.`],
  });
}

async function runRound(
  given: IssuesContext,
  { lane, checkpoint, message, files, timeoutMs }: Args,
  { work, found, own }: Search,
  tree: string,
): Promise<Outcome<HookRound>> {
  const { repo } = work;
  const isGiven = tree === (await writeTree(repo, checkpoint));
  const commit = isGiven ? checkpoint : await writeCommit(repo, tree, lane.base, 'harness: rewritten by a hook');
  const use = { commit, cwd: '.', timeoutMs };
  return withRoom<HookRound>(use, given.context, given.commands, async ({ root, problem }) => {
    const variables = await equipHookRoom({ repo, root, lane }, found, own);
    const run = { root, variables, timeoutMs, context: given.context, options: given.commands };
    const change = { work, found, base: lane.base, tree, message, isGroupFile: isGroupFile(files) };
    const round = await runHookRound(change, run);
    if (round.is !== 'red' || problem === null) return ok(round);
    return ok({ ...round, lines: [...round.lines, `(dependencies were not installed: ${problem})`] });
  });
}

/** H4. Returns the new checkpoint. */
async function takeRewrites(
  given: IssuesContext,
  lane: Lane,
  change: { readonly tree: string; readonly rewritten: string },
): Promise<string> {
  const taken = await withCheckout<string>(given, async (work) => {
    const checkpoint = await keepState(work, change.rewritten, lane.base);
    const onBase = await requireBase(work, lane);
    if (onBase.ok) await writeRewrites(work, lane.base, change); // else the commit is refused, too
    return ok(checkpoint);
  });
  if (!taken.ok) throw new Error('the checkpoint of rewritten files has no failure');
  return taken.value;
}

async function writeRewrites(
  work: GitCheckoutContext,
  base: string,
  { tree, rewritten }: { readonly tree: string; readonly rewritten: string },
): Promise<void> {
  const rows = await parseRows(work.repo, { from: tree, to: rewritten });
  const paths = new Set(rows.map(({ path }) => path));
  const now = await readCheckoutFiles(work, base);
  const saved = (await listKeptRefs(work)).map((kept) => kept.tree).reverse();
  const unknown = await findUnknownFiles(
    work.repo,
    now,
    [tree, rewritten, ...saved],
    (row) => paths.has(row.path) && !(work.interrupted && isDeleted(row)),
  );
  const wanted: string[] = [];
  for (const row of rows) if (!unknown.includes(row.path) && !(await isBlocked(work, now, row))) wanted.push(row.path);
  await restoreFiles(work, { from: now, to: rewritten }, wanted);
}

/** Whether an ignored file is in its place. */
const isBlocked = (work: GitCheckoutContext, now: string, row: ChangedRow): Promise<boolean> =>
  requireNoBlockingFiles(work, now, [row]).then(
    () => false,
    (error: unknown) => error instanceof GitError || Promise.reject(error),
  );
