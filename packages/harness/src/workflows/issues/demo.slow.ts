import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readMarker } from '@harness/core/issue-loop/markers';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../../testing/command.ts';

/** The places of the texts in the output, in the order of the texts. */
const placesOf = (output: string, texts: readonly string[]) => texts.map((text) => output.indexOf(text));

test('I-36 I-51 IO-03 the demo of the issue loop needs only a clone: two groups, a retry, an undone issue, a skipped one, a gap', async () => {
  const here = repository();
  const { exitCode, stdout, stderr } = await here.start(['demo', 'issues'], { HARNESS_TRUST_WITNESS: 'ask' }).finished;
  const [copy = ''] = stdout.match(/\/\S*harness-demo-\S+/) ?? [];
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  expect(exitCode, `${stdout}${stderr}`).toBe(0);
  const lines = stdout.split('\n');
  expect(
    lines.flatMap((line) => readMarker(line) ?? []),
    'I-58 each marker on a line of its own, in order',
  ).toEqual([
    { is: 'complete', issue: 'LIB-1' },
    { is: 'complete', issue: 'LIB-2' },
    { is: 'failed', issue: 'LIB-3' },
    { is: 'complete', issue: 'LIB-5' },
    { is: 'done' },
  ]);
  const story = placesOf(stdout, [
    'iteration 1/20: LIB-1 Renew a loan',
    'change group 2/2: tell members the new day of a renewed loan',
    'Invariant Check — Group 2:',
    '- [PASS] library/notices#NAME — src/notices/renewal.js:2',
    '[ISSUE_COMPLETE: LIB-1]',
    'node --test test/catalog*.test.js runs once more without a change',
    'change group 1 is tried once more: node --test test/catalog*.test.js is red',
    'proof: witnessed: capitals do not matter in a search',
    'review: FAIL, invariants 1/2',
    'undone: the branch is at',
    'LIB-3 failed: the review failed: [FAIL] library/loans#UNCHANGED — src/loans/fee.js:7',
    '"skip", answered by script',
    'opened LIB-6, for a person to look at: Spec gap: what a text says about a book that left the catalog',
    '[ISSUE_COMPLETE: LIB-5]',
    'Discovery trigger: 3 issues completed since last discovery',
    '3 completed, 1 failed (LIB-3), 1 skipped (LIB-4)',
    '  LIB-3   undone, and left to you         Show the fee of a late book',
    '  LIB-6   opened by the loop              waits for you',
  ]);
  expect(story, stdout).toEqual(story.filter((place) => place >= 0).toSorted((one, other) => one - other));
  expect(stdout, 'one issue at a time needs no prefix').not.toContain('LIB-1: ');
  expect(lines.filter((line) => line.includes('answered by script'))).toHaveLength(1);
  const ending = stdout
    .slice(stdout.indexOf('── the issues'))
    .replaceAll(/\S*\/bin\/harness\.mjs/g, '/home/ada/harness/bin/harness.mjs');
  expect(
    ending.split('\n').filter((line) => line.length > 90),
    'the ending fits on a small terminal',
  ).toEqual([]);

  const git = (...args: readonly string[]) => here.git('-C', copy, ...args);
  expect(git('log', '--reverse', '--format=%s').split('\n'), 'I-47 the commit of LIB-3 is gone').toEqual([
    'Hello',
    'feat: renew a loan once',
    'feat: tell members the new day of a renewed loan',
    'feat: ignore capitals and accents in a search',
    'feat: name the book in a reminder',
  ]);
  expect(git('log', '-1', '--format=%b', 'HEAD~2')).toMatch(
    /^Issue: LIB-1\nChange-Group: 2\/2\nSubsystems: library\/notices\nInvariants: 1\/1 verified\n\nCo-Authored-By: scripted <noreply@harness\.invalid>\nHarness-Run: \S+\nHarness-Effect: \S+$/,
  );
  expect(git('show', '--name-only', '--format=', 'HEAD~3').split('\n'), 'I-35').toEqual([
    'src/loans/renew.js',
    'test/loans-renew.test.js',
  ]);
  expect(git('log', '--all', '--format=%s', '--grep', 'Issue: LIB-3'), 'the undone commit is kept').toBe(
    'feat: charge a fee for a late book',
  );
  expect(existsSync(join(copy, 'src/loans/fee.js'))).toBe(false);
  expect(git('status', '--porcelain'), 'only the proposal is new').toMatch(/^\?\? compound-discoveries\/$/);
  const [proposal = ''] = readdirSync(join(copy, 'compound-discoveries'));
  expect(proposal).toMatch(/^\d{4}-\d\d-\d\d-no-test-data\.md$/);

  const issue = (id: string) => readFileSync(join(copy, '.harness', 'issues', `${id}.md`), 'utf8');
  const commentsOf = (id: string) =>
    issue(id)
      .split(/^### .* harness$/m)
      .slice(1);
  const statuses = ['LIB-1', 'LIB-2', 'LIB-3', 'LIB-4', 'LIB-5', 'LIB-6'].map(
    (id) => /^status: .*$/m.exec(issue(id))?.[0],
  );
  expect(statuses, 'I-50 I-53').toEqual([
    'status: Done',
    'status: Done',
    'status: In Progress',
    'status: In Progress',
    'status: Done',
    'status: Todo',
  ]);
  expect(commentsOf('LIB-1'), 'a claim and a result').toHaveLength(2);
  expect(commentsOf('LIB-1')[0]).toContain('iteration 1 starts the autonomous plan→work→review→commit cycle');
  expect(commentsOf('LIB-1')[1], 'I-77').toMatch(
    /Files changed: 4 .*\nChange groups: 2\/2\nInvariants: 3\/3 verified\nTests: tier0 PASS, tier1 PASS\nCommits: \w{12}, \w{12}\n/,
  );
  expect(commentsOf('LIB-3')[1], 'I-78').toMatch(
    /Failure type: structural\nReason: the review failed: .*UNCHANGED.*\nChange groups completed: 1\/1\nPartial work: refs\/harness\/kept\/.*\nRequires manual intervention\.\n/,
  );
  expect(commentsOf('LIB-4')[1]).toMatch(/1\. Which service .*\n2\. May members .*\nFailure type: blocked\n/);
  expect(commentsOf('LIB-5')[1]).toMatch(
    /\nWarnings: library\/notices: public API changed in src\/notices\/reminder\.js\.\n/,
  );
  expect(issue('LIB-6')).toMatch(/^title: "?Spec gap: what a text says/m);
  expect(issue('LIB-6')).toContain('Spec to update: `subsystems_knowledge/library/notices.yaml`');
  expect(issue('LIB-6')).toMatch(/^labels: \["ready"\]$/m);

  const status = await here.json<Record<string, unknown>>('issues', 'status', '--repo', copy);
  expect(status).toMatchObject({
    active: false,
    iteration: 6,
    completed: ['LIB-1', 'LIB-2', 'LIB-5'],
    failed: ['LIB-3'],
    skipped: ['LIB-4'],
    consecutiveFailures: 0,
    currentIssue: null,
  });
}, 300_000);
