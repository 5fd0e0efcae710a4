/** The page about the report, with what it really prints for a night. */

import { en } from '@harness/core/messages/en';
import { notificationKinds } from '@harness/core/notification';
import { defaultSince, sinceForms } from '@harness/core/text/since';
import { buildProof } from '@harness/core/views/proof/proof';
import { buildReport } from '@harness/core/views/report/report';
import { modules } from '@harness/core/workflows/list';
import { proofPage } from '@harness/harness/render/proof';
import { reportPage as sectionsOf } from '@harness/harness/render/report-sections';
import { asText } from '@harness/harness/render/report-text';
import { block, code, page, table } from './markdown.ts';
import { night, units } from './report-example.ts';

const typing = {
  typed: (command: string) => command,
  typedGit: (command: string) => `git ${command}`,
  quoted: (text: string) => `'${text}'`,
};

const whenTold: Readonly<Record<(typeof notificationKinds)[number], string>> = {
  done: 'a run is done',
  blocked: 'a run failed, was escalated, has no pass left, or was parked by a rate limit',
  question: 'a question is asked, and nobody sits at the terminal and no script answers it',
  cap: 'a run was stopped by its cap of money or tokens',
  crash: 'the process broke off by a defect, or because the disk takes nothing more',
};

export function reportPage(): string {
  const told = buildReport({ units, damaged: [], ...night }, en, typing);
  const [first] = units;
  const shown = first ? asText(proofPage(buildProof(first, [], [], night.nowMs), en), false) : '';
  return page(
    '# In the morning',
    block('', 'harness report --since "last night"'),
    'What landed, what did not and why, what it cost, what needs you, and what happened meanwhile; each with a command that works. It is a view of the journals, so it says the same whenever it is asked, whoever ran what. For a night of three runs it prints:',
    block('text', asText(sectionsOf(told, en), false).trimEnd()),
    `${code('--json')} is one document (${code('version: 1')}; ${Object.keys(told).map(code).join(', ')}), ${code('--markdown')} is for a chat. ${code('needsYou')} holds open questions with one ${code('harness answer')} for each option, errands, and runs that only have to be resumed. Every row of ${code('parked')} has a reason (${code('why')}, and ${code('code')} where a failure is the reason), and whose turn it is: ${code('you')}, or ${code('nobody')} and the command that tries again. Cost counts what was spent since; what a script only said it would cost is told apart as rehearsed.`,
    `${code('--since')} takes ${sinceForms.map(code).join(', ')}; minutes and weeks (${code('90m')}, ${code('1w')}) too. What names no zone is local; ${code('last night')} is yesterday at 18:00; the default is ${code(defaultSince)}. Anything else exits 2.`,
    'Runs that ended before are known by their summaries, and their journals are not opened. Runs that are unfinished are told however old they are. A journal that cannot be read is listed, and the others are told all the same.',
    '## Proof',
    block('', 'harness report --proof\nharness report --proof <run>'),
    'For one run, or for all since: who touched it and when (what a script answered is told apart), how long it worked without a touch, its longest silence and what was going on then, and every claim against its witness. A claim is what an agent says of its work (done), of the work of another (nothing blocks, can be merged), and what a run says of itself (done). A witness is what the harness saw without asking a model: the exit code of a check that it started itself, the tests that ran in it, a commit, a merge by the forge.',
    block('text', shown.trimEnd()),
    'Then it looks: every commit is there and some ref leads to it, every merge is in its base, every log has the hash that the journal wrote down, every line of the journal has its checksum, and none that decides anything is missing between two others. It exits 1 when a claim that was believed has no witness, when one was believed against a red check, or when something is not as the journal says.',
    table(
      ['verdict', 'means'],
      [
        ['witnessed', 'every command that checked it was green at the end, or the forge merged it'],
        ['refuted', 'a check was red, and it was sent back: nobody believed it'],
        ['open', 'nobody took it for true: the run did not end as done, or the work went on'],
        ['unwitnessed', 'believed on the word of agents alone: no check ran. The proof fails'],
        ['overruled', 'believed although a check was red. The proof fails'],
      ],
    ),
    'What it cannot see: a journal that somebody rewrote as a whole with right checksums, and the newest lines when they were cut off whole; the run then stands earlier than it did.',
    '## Being told',
    block('json', '{ "notify": "./tell-me.sh" }'),
    `The command is called as ${code('<command> <kind> <message> <folder>')}, in the folder of the repository. What is told is handed over as arguments, so nothing in a title is read by a shell; keys are taken out of it, and none is in the environment. After 10 seconds it is ended. If it fails, that is said once, and the run goes on.`,
    table(
      ['kind', 'when'],
      [
        ...notificationKinds.map((kind) => [kind, whenTold[kind]]),
        ...modules.flatMap(({ codes }) => Object.entries(codes.notifications ?? {})),
      ],
    ),
    'That something is told stands in the journal (`news.told`) before the fact that it tells of, in the same write: a run that is resumed tells nothing twice. How a child of a run ended is not told, what it asks is. Who stops a run knows it, and is not told.',
  );
}
