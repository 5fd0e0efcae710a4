/** Creates a role that writes one file and answers with one line. If the file is missing, the reply is stored instead. */
import type { Role } from '../../../role/role.ts';
import { answerAfterFile, joinInstructions, languageRule, materialRule, oneFile } from './instruction-parts.ts';
import { readTaskReply, type TaskReply, taskReplySamples } from './task-reply.ts';

interface FileRole<Input> extends Pick<Role<Input, TaskReply>, 'id' | 'prompt'> {
  /** The input with the path of its file: a spec, or another text. */
  readonly target: keyof Input & ('spec_path' | 'output_path');
  readonly opening: readonly string[];
  /** Sections before the rule about data; default: none. */
  readonly before?: readonly string[];
  readonly sections: readonly string[];
  readonly answer: string;
}

export const fileRole = <Input>(role: FileRole<Input>): Role<Input, TaskReply> => {
  const { id, target, opening, before = [], sections, answer, prompt } = role;
  const rules = [...before, materialRule, ...sections, languageRule, answerAfterFile(answer)];
  return {
    id,
    mode: 'review',
    instructions: joinInstructions([...opening, oneFile(target)].join('\n'), ...rules),
    prompt,
    output: { path: (input) => String(input[target]), whenMissing: 'store-reply' },
    read: readTaskReply(target === 'spec_path' ? 'generated' : 'written'),
    samples: taskReplySamples,
  };
};
