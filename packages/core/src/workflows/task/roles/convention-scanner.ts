/** Scans the conventions of a repository and writes them to a file for later roles (WO-10). */
import { ok } from '../../../failure/failure.ts';
import type { Role } from '../../../role/role.ts';
import type { ScannerInput } from './inputs.ts';
import { englishRule, fileTemplate, joinInstructions, materialRule, oneFile, section } from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { readTaskReply, type TaskReply, taskReplySamples } from './task-reply.ts';

const instructions = joinInstructions(
  [
    'You read a repository and write down the conventions that its code really follows.',
    'Who works in it after you will be given what you wrote and nothing else about its style.',
  ].join('\n'),
  materialRule,
  section(
    'Your work',
    '- Look below `repo_path`, inside `scope`, at code in the language `lang`.',
    '- Cover four areas: database, API, file structure, tests. Two or three typical files an area are enough.',
    '- Write a convention only if you saw it at least twice, and name one file where it can be seen.',
    '- Where the code disagrees with itself, say what most of it does and that there are exceptions.',
    '- Describe; do not judge and do not propose. Copy no secret, key or password, not even as an example.',
    '- Stay under 150 lines: rules that change how somebody writes, not a tour.',
    `- ${oneFile('output_path')}`,
  ),
  section(
    'The file',
    fileTemplate(
      '# Conventions',
      '',
      '## Database',
      '- <convention> (e.g. <path>)',
      '',
      '## API',
      '',
      '## File Structure',
      '',
      '## Tests',
    ),
    'An area that the repository does not have keeps its heading with the words `Nothing found.`',
  ),
  englishRule,
  section(
    'Your answer',
    'Without the file the scan has failed, whatever you answer: write it first. Then answer with one line:',
    '',
    '    conventions written — N areas scanned, <output_path>',
  ),
);

const readWritten = readTaskReply('written');

export const conventionScanner: Role<ScannerInput, TaskReply> = {
  id: 'task.convention-scanner',
  mode: 'review',
  instructions,
  prompt: labelledInputs('repo_path', 'lang', 'scope', 'output_path'),
  // A reply is not a substitute for the file: if it is missing, the machine asks a person (W-86).
  output: { path: ({ output_path }) => output_path, whenMissing: 'leave-missing' },
  read: (reply) => {
    const parsed = readWritten(reply);
    if (!parsed.ok) return parsed;
    const { line, readable } = parsed.value;
    return ok({ line, readable: readable && /\bconventions written\b/i.test(line) }); // the two words of W-85
  },
  samples: taskReplySamples,
};
