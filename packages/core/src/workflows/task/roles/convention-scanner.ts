/** Scans the conventions of a repository and writes them to a file for later roles (WO-10). */
import { ok } from '../../../failure/failure.ts';
import type { Role } from '../../../role/role.ts';
import type { ScannerInput } from './inputs.ts';
import {
  englishRule,
  fileTemplate,
  joinInstructions,
  materialRule,
  oneFile,
  promptSection,
} from './instruction-parts.ts';
import { labelledInputs } from './labelled-inputs.ts';
import { readTaskReply, type TaskReply, taskReplySamples } from './task-reply.ts';

const instructions = joinInstructions(
  [
    'Read a repository and write down the conventions that its code actually follows.',
    'Later roles learn about its style only from your file.',
  ].join('\n'),
  materialRule,
  promptSection(
    'Your work',
    '- Read code in the language `lang` below `repo_path`, inside `scope`.',
    '- Cover four areas: database, API, file structure, tests. Two or three typical files per area are enough.',
    '- Write a convention only if you saw it at least twice, and name one file that shows it.',
    '- If the code is inconsistent, state what most of it does and that there are exceptions.',
    '- Describe; do not judge or propose. Copy no secret, key or password, not even as an example.',
    '- Stay under 150 lines. Write rules that change how a developer writes code, not an overview of the repository.',
    `- ${oneFile('output_path')}`,
  ),
  promptSection(
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
    'If the repository does not have an area, keep its heading and write `Nothing found.` below it.',
  ),
  englishRule,
  promptSection(
    'Your answer',
    'Write the file first: without it the scan fails, whatever you answer. Then answer with one line:',
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
