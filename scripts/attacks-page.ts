/** Generates docs/ATTACKS.md: which promise is attacked, how, and by which test. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileAnswers, hostileFindings } from '@harness/core/testing/hostile-answers';
import { honestChanges } from '../packages/harness/src/attacks/testing/honest.ts';
import { liars } from '../packages/harness/src/attacks/testing/liars.ts';
import { page, table } from './markdown.ts';

const source = join(import.meta.dirname, '..', 'packages', 'harness', 'src');

interface Attack {
  readonly promise: string;
  /** Path below `packages/harness/src`, without `.slow.ts`. */
  readonly file: string;
  /** Titles of tests or groups in the file, word for word. */
  readonly titles: readonly string[];
}

const attack = (promise: string, file: string, ...titles: readonly string[]): Attack => ({ promise, file, titles });

const attacks: readonly Attack[] = [
  attack(
    'A model answers no question, and removes no protection, through MCP.',
    'mcp/runs',
    'a run outlives its client; only a person answers its question, in a form; then it is resumed and stopped',
    'a model chooses no option that a person decides: it is confirmed in a form, or the command is returned',
  ),
  attack(
    'An agent starts no command of a person in Claude Code.',
    'mcp/plugin',
    '/harness:converge, then /harness:questions: without a form nothing is answered, with one a person answers',
    'the Stop hook leads an active loop, with the skill harness-protocol, and no agent starts a command of a person',
  ),
  attack(
    'A hostile client does not disturb the MCP server.',
    'mcp/runs',
    'two clients at once, garbage frames, a client that vanishes, 1,000 calls: only protocol on standard output',
  ),
  attack(
    'The harness reads no file of an agent that is not reviewed.',
    'attacks/traced-reads',
    '%s reads no file of an agent that is not reviewed',
  ),
  attack(
    'Agents and checks write only their lane, and leave no process.',
    'cli/sandbox',
    'neither an agent nor a check writes outside its lane, reads the home folder or leaves a process',
    'kill -9 of the harness leaves no process of an effect, not even one in its own session',
    'a sandbox that does not hold ends the run with exit 1, and no agent is called',
  ),
  attack(
    'A reviewer reaches only its model.',
    'cli/acp',
    'a reviewer in its closed network connects to no socket below the checkout',
  ),
  attack(
    'An agent writes only where its role may, also without a sandbox.',
    'cli/misbehaving',
    'writes outside its folder, through a link or into .git: each write is denied and noted, and the call continues',
    'writes and runs commands in a read-only role: both are denied, and the folder is unchanged',
  ),
  attack(
    'The harness commits, agents do not.',
    'cli/misbehaving',
    'commits, switches branches and detaches: the harness commits, and only once',
  ),
  attack(
    'No code of an agent runs outside the sandbox.',
    'durability/attack',
    'plants hooks, filters and settings in .git: none of them runs when the harness commits',
  ),
  attack(
    'Agents do not write the files of the harness.',
    'workflows/mission/attack',
    'changes neither the plan, nor a checkpoint, nor a hook, nor the memory',
  ),
  attack(
    'A role is judged by documents that it cannot change.',
    'attacks/given-documents',
    'a generator that rewrites the spec is judged by the confirmed spec',
  ),
  attack(
    'Tests and checks are not weakened without a question.',
    'durability/attack',
    'an agent that weakens the checks',
  ),
  attack(
    'Tests and checks are not weakened without a question.',
    'workflows/mission/attack',
    'a worker that weakens its own checks',
  ),
  attack(
    'No change lets a check execute other code without a question.',
    'workflows/converge/guard',
    'a change to anything that a check executes is asked about',
    'a change that lets a check execute other code is asked about',
    'consent covers exactly the shown content',
  ),
  attack(
    'A change gives no orders to later agents without a question.',
    'workflows/converge/guard',
    'a change that instructs later agents is asked about',
  ),
  attack(
    'A change gives no orders to later agents without a question.',
    'workflows/mission/guard',
    'a worker that writes a plan for the queue is asked about, without a merge',
  ),
  attack(
    'A change gives no orders to later agents without a question.',
    'attacks/unasked-orders',
    'orders in a change are asked about: %s',
    'a phase asks about %s in a change',
    'a mission in the checkout asks about %s in a change',
    '%s is not changed unasked',
    '%s asks about a change of the spec that the product is compared with',
    'a mission that is done merges no page that gives orders: %s',
    'a feature with the name of a file that instructs agents is merged without its page',
    'a task commits no document of the session that gives orders',
  ),
  attack(
    'The harness obeys the files of the user, not those that an agent left in the checkout.',
    'cli/trust',
    'a configuration that an agent wrote in a task is not obeyed',
    'documents that an agent wrote in a task instruct no agent',
    'no role of a task writes a hook or a forge',
  ),
  attack(
    'No file that an agent left in the checkout reaches a later check.',
    'attacks/nested-packages',
    'packages of a workspace, %s',
  ),
  attack(
    'No file that an agent left in the checkout reaches a later check.',
    'attacks/environment-files',
    'a template that an agent left, %s, is not used',
  ),
  attack(
    'A task commits exactly the tree that was verified.',
    'workflows/task/attack',
    '%s during the evaluation: nothing unverified is committed, and the verified files are kept',
    'after a change during the evaluation, the files are verified again and then committed',
  ),
  attack(
    'An unreadable answer is never a success.',
    'cli/misbehaving',
    'answers garbage: one repair turn, then exit 4, never clean',
  ),
  attack(
    'An unreadable answer is never a success.',
    'durability/attack',
    '%s as a review: one repair turn, then exit 4, never clean, and no raw control character on the terminal',
  ),
  attack(
    'An unreadable answer is never a success.',
    'workflows/mission/attack',
    'a validator that answers %s: exit 4 after its repair turn, without a merge',
    'without a readable decision: exit 4 after one repair turn, and it is counted',
  ),
  attack(
    'A judge sees the work, not the words of its author.',
    'workflows/mission/attack',
    'is not called while a command named by a claim is red, even if the worker reports success',
    'receives neither the report of the worker nor its memory lines',
  ),
  attack(
    'A key is in no file, no output and no commit.',
    'cli/secret',
    'a key in the task is in no file, no name, no commit and no line of output',
    'a key in a reply, a finding and a path from an agent is in no file and no line of output',
    'the secret in %s is neither committed nor in a file of the run',
    'a file with a key in its name is not committed: %s',
    'a task does not commit a file with a key in its name: %s',
    'a mission does not merge a file with a key in its name',
    '%s commits no text with the form of a key unasked',
    'a mission in the checkout commits no text with the form of a key unasked',
    'a key in %s is neither committed nor printed',
  ),
  attack('A key is in no file, no output and no commit.', 'durability/attack', 'a planted key'),
  attack(
    'Control characters and bidi marks never reach the terminal.',
    'cli/control-characters',
    'is made printable in a refusal',
    'is escaped in the JSON of a refusal',
  ),
  attack(
    'No agent stops a run for good.',
    'durability/attack',
    'ten megabytes: they become an artifact, and the journal stays small',
    'because of an agent: its file is missing, and the run continues',
  ),
  attack(
    'No agent stops a run for good.',
    'cli/misbehaving',
    'hangs: the idle watchdog ends it twice, then the run fails and no process is left',
  ),
  attack(
    'No agent stops a run for good.',
    'workflows/mission/attack',
    'ten megabytes of memory lines: the files stay within their limits, and their content is data',
  ),
  attack(
    'A change that pretends to do something is neither done nor committed, in any workflow.',
    'attacks/liars-command',
    'a liar ends without a commit: %s',
    'the same agents pass with an honest change',
  ),
  attack(
    'No file that git ignores makes a red check green.',
    'workflows/converge/clean-room',
    'a check that an agent tries to fool',
    'an earlier check that runs code of the agent cannot plant files for the next one',
    'a test that rewrites the product when it exits changes neither the commit nor the lane',
    'packages that the native build of an earlier commit planted are not used',
  ),
  attack(
    'No file that git ignores makes a red check green.',
    'workflows/task/attack',
    '%s does not make a red check green',
    'packages and .env that an agent of an earlier task wrote make no check of a later task green',
  ),
  attack(
    'No file that git ignores makes a red check green.',
    'workflows/mission/attack',
    'a worker that plants ignored files for its checks',
  ),
  attack('A test counts only if it ran.', 'workflows/converge/guard', 'tests are counted as run, not as written'),
  attack('A test counts only if it ran.', 'workflows/task/guard', 'tests are counted as run, not as written'),
  attack(
    'A test counts only if it ran.',
    'workflows/mission/guard',
    'tests are counted as run: a worker whose change runs no test of the base fails, and its repair passes',
  ),
  attack(
    'Git runs no program on files of an agent.',
    'cli/git-programs',
    'a filter that the repository uses does not run, and a warning says so',
    'a program named git or bwrap in a folder of the repository on PATH does not run',
  ),
  attack(
    'Every commit of the issue loop passed the commit hooks of the user.',
    'attacks/commit-hooks',
    'commits only what passed the hooks of the base: an agent that changes, plants or breaks them fails',
  ),
  attack(
    'The words of issues and agents decide nothing in the issue loop.',
    'workflows/issues/lying',
    'agents that lie about plans, work and reviews are refused, and each issue is judged by its files',
    'issues of any form are data: orders in them change nothing, and no key is in a file or in the output',
  ),
  attack(
    'A person in the checkout of the issue loop loses nothing, and decides.',
    'workflows/issues/people',
    'edits, closes, relabels, moves or deletes it, and edits the state file: their word stays',
    'commits, edits files and switches the branch: every commit and edit is kept, and no other branch is touched',
    'Blocked, Warnings and Reset, with each option: nothing is guessed',
  ),
  attack(
    'No kill makes the issue loop comment or commit twice, or lose work.',
    'workflows/issues/kill',
    'kill -9 at 100 random moments over ten issues at each tracker, and stops between them: the same end as without',
  ),
  attack(
    'One owner drives a run, and work is claimed once.',
    'durability/owner',
    'E6 resume from %s is refused while the owner lives',
  ),
  attack(
    'One owner drives a run, and work is claimed once.',
    'durability/claim',
    'harness run: one of five processes carries the plan out, the others name its run',
    'harness resume: one of four processes drives a killed run',
    'harness run against the daemon: the plan is carried out once',
  ),
  attack(
    'No work is lost.',
    'workflows/task/attack',
    'an agent that %s files of the user: each is named, and its command restores it',
  ),
  attack(
    'No work is lost.',
    'durability/lane',
    'a lane that is %s',
    'a sparse file of 30 GB in a lane is named before git reads it, and the run continues without it',
  ),
  attack(
    'No work is lost.',
    'workflows/task/crash',
    'W-137 killed during the fix of round 2, which %s: the fix is made before the task is done',
  ),
  attack(
    'No work is lost.',
    'workflows/mission/checkout',
    '%s: kill -9 during a worker that wrote nothing: the call is repeated, in each attempt',
  ),
  attack(
    'No agent stops a run for good.',
    'durability/output',
    'D-37 a pipe, a socket and a link in e2e.artifactDirs are skipped and named',
    'D-37 a daemon merges its plans although each leaves a pipe and a socket',
  ),
  attack('Exit code 0 is earned.', 'cli/unfinished', 'a configuration that %s'),
];

const verdicts = 'attacks/verdict';
const proofs = 'attacks/liars';
const honest = 'attacks/honest';

export const attacksPage = (): string =>
  page(
    '# Attacks',
    'These tests attack the promises of the harness through the real command, with agents that lie. `npm run test:slow` runs them. The attacks on a proof make small changes without an agent; some of them also go through the command. The [trust boundary](SANDBOX.md#the-trust-boundary) explains why the attacks fail.',
    table(
      ['promise', 'attack', 'test'],
      [...[...attacks, ...findOtherAttacks()].map(attackRow), ...proofRows(), ...verdictRows()],
    ),
  );

/** Files whose names say that they contain attacks, but that have no row above: their first comment names the promise. */
function findOtherAttacks(): readonly Attack[] {
  const named = new Set([verdicts, proofs, honest, ...attacks.map(({ file }) => file)]);
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:^|\/)(?:attacks\/[^/]+|attack[^/]*)\.slow\.ts$/.test(name))
    .map((name) => name.replace('.slow.ts', ''))
    .filter((file) => !named.has(file))
    .sort()
    .map((file) => {
      const text = textOf(file);
      const [, promise = file] = /^\/\*\*\s*(?:\* )?([^\n]+?)(?: \*\/)?$/m.exec(text) ?? [];
      const titles = [...text.matchAll(/^(?:test|describe)\('([^']+)'/gm)].map(([, title = '']) => title);
      return { promise, file, titles };
    });
}

const textOf = (file: string) => readFileSync(join(source, `${file}.slow.ts`), 'utf8');

function attackRow({ promise, file, titles }: Attack): readonly string[] {
  const text = textOf(file);
  const lost = titles.filter((title) => !text.includes(title));
  if (lost.length > 0) throw new Error(`${file}.slow.ts has no test "${lost.join('", "')}"`);
  return [promise, titles.map((title) => title.replaceAll(/%\w/g, '…')).join('<br>'), linkTo(file)];
}

const linkTo = (file: string) => `[${file}](../packages/harness/src/${file}.slow.ts)`;

/** One row per promise that changes without a witness attack, and one for honest changes. */
function proofRows(): readonly (readonly string[])[] {
  const promises = [...new Set(liars.map(({ promise }) => promise))];
  const rows = promises.map((promise) => {
    const names = liars.filter((liar) => liar.promise === promise).map(({ name }) => name);
    return [`A proof: ${promise}`, shortList(names), linkTo(proofs)];
  });
  return [
    ...rows,
    ['A proof: No honest change is sent back.', shortList(honestChanges.map(({ name }) => name)), linkTo(honest)],
  ];
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 6).map((one) => one.split('\n')[0]?.replaceAll('<', '&lt;'));
  return [...shown, ...(names.length > 6 ? [`and ${names.length - 6} more`] : [])].join('<br>');
}

/** One row per promise of the table of hostile answers, which every role whose answer decides runs. */
function verdictRows(): readonly (readonly string[])[] {
  const all = [...hostileAnswers, ...hostileFindings];
  const promises = [...new Set(all.map(({ promise }) => promise))];
  return promises.map((promise) => {
    const answers = all.filter((answer) => answer.promise === promise).map((answer) => answer.attack);
    return [`A verdict: ${promise}.`, shortList(answers), linkTo(verdicts)];
  });
}
