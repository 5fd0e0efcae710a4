/** Generates docs/REPORT.md, with the real output for an example night. */

import { en } from '@harness/core/messages/en';
import { notificationKinds } from '@harness/core/notification';
import { defaultSince, sinceForms } from '@harness/core/text/since';
import { buildProof } from '@harness/core/views/proof/proof';
import { buildReport } from '@harness/core/views/report/report';
import { modules } from '@harness/core/workflows/list';
import { proofPage } from '@harness/harness/render/proof';
import { reportPage as sectionsOf } from '@harness/harness/render/report-sections';
import { formatText } from '@harness/harness/render/report-text';
import { block, code, page, table } from './markdown.ts';
import { night, units } from './report-example.ts';

const typing = {
  typed: (command: string) => command,
  typedGit: (command: string) => `git ${command}`,
  quoted: (text: string) => `'${text}'`,
};

const notificationMeanings: Readonly<Record<(typeof notificationKinds)[number], string>> = {
  done: 'a run is done',
  blocked: 'a run failed, escalated, has no pass left, or was parked by a rate limit',
  question: 'a run asks a question that neither a terminal nor a script answers',
  cap: 'a run reached its cap of money or tokens',
  crash: 'the process crashed by a defect, or the disk is full',
};

export function writeReportPage(): string {
  const report = buildReport({ units, damaged: [], ...night }, en, typing);
  const [first] = units;
  const proof = first ? formatText(proofPage(buildProof(first, [], [], night.nowMs), en), false) : '';
  return page(
    '# Report',
    block('', 'harness report --since "last night"'),
    'The report lists merged work, failures with reasons, cost, items that need you, and other events. Each item comes with a command. It is a view of the journals, so it covers the runs of all processes. For a night of three runs it prints:',
    block('text', formatText(sectionsOf(report, en), false).trimEnd()),
    `${code('--json')} prints one document (${code('version: 1')}; ${Object.keys(report).map(code).join(', ')}). ${code('--markdown')} is for a chat. ${code('needsYou')} contains open questions with one ${code('harness answer')} per option, manual steps, runs that need a resume, and issues of the issue loop that failed or were skipped, with the reason. \`landed\` lists each finished issue on its own, also if its loop continues. Each row of ${code('parked')} has a reason (${code('why')}, and ${code('code')} for a failure). It also says who acts next: ${code('you')}, or ${code('nobody')} with the command that retries. \`userFiles\` names where a run keeps your own files, and the commands that restore one. \`ignoredChecks\` names checks that were red before the work and that a person ignored. \`notCompared\` names checks that could not be compared with the tests of the base. \`unproven\` says why the checks of a run are no evidence. Cost includes only the spending since that time; the cost of scripted calls is listed separately as rehearsed.`,
    `${code('--since')} takes ${sinceForms.map(code).join(', ')}, and also minutes and weeks (${code('90m')}, ${code('1w')}). Times without a zone are local. ${code('last night')} is yesterday at 18:00. The default is ${code(defaultSince)}. Any other value exits 2.`,
    'Unfinished runs are included whatever their age. For runs that ended earlier, the report reads only their summaries. An unreadable journal is listed, and the other runs are still reported.',
    '## Proof',
    block('', 'harness report --proof\nharness report --proof <run>'),
    'The proof covers one run, or all runs since the given time. It lists every human action with its time (answers of scripts separately), the longest time without one, the longest idle time, and the evidence for every claim. A claim is a statement of an agent about its work (done) or about other work (no blocking findings, may be merged), or the end of a run (done). Evidence, called witness in the output, is something the harness observed without a model: the exit code of a check, the number of tests, a commit, a merge by the forge. The tests and commands that are red without the change ([trust](TRUST.md)) are named too.',
    block('text', proof.trimEnd()),
    'The proof then verifies the repository: every commit exists and is reachable, every merge is in its base, every log has the hash from the journal, and every line of the journal has its checksum and follows the line before. It exits 1 if an accepted claim has no evidence, if a claim was accepted although a check was red, or if the repository does not match the journal. A check that was red before the work and was ignored makes the run unproven. A check that could not be compared with the tests of the base has a line too; it does not change the verdict.',
    table(
      ['verdict', 'means'],
      [
        ['witnessed', 'every check was green at the end, or the forge merged the change'],
        ['refuted', 'a check was red, and the work was sent back'],
        ['open', 'the claim was not used: the run did not end as done, or the work continued'],
        [
          'unwitnessed',
          'the claim was accepted although no check ran, a person accepted the change without a witness, or its checks are no evidence because they may have used code of your checkout ([dependencies of a lane](SANDBOX.md#the-dependencies-of-a-lane)). The proof fails',
        ],
        ['overruled', 'the claim was accepted although a check was red. The proof fails'],
      ],
    ),
    'The proof cannot detect a journal that was rewritten completely with correct checksums, or whole lines that were cut off at the end. In the second case the run appears at an earlier state.',
    '## Notifications',
    block('json', '{ "notify": "./notify-me.sh" }'),
    `The harness calls the command as ${code('<command> <kind> <message> <folder>')} in the folder of the repository. The message is an argument, so no shell interprets it. Keys are redacted and not in the environment. The command is stopped after 10 seconds. If it fails, the run reports it once and continues.`,
    table(
      ['kind', 'when'],
      [
        ...notificationKinds.map((kind) => [kind, notificationMeanings[kind]]),
        ...modules.flatMap(({ codes }) => Object.entries(codes.notifications ?? {})),
      ],
    ),
    'The journal records each notification (`news.told`) together with its fact, in one write, so a resumed run never notifies twice. Questions of child runs are notified, but not their ends. Stopping a run yourself sends no notification.',
  );
}
