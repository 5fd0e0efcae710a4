/** Connects runs of hello to the command line. */
import { sentencesOf } from '@harness/core/workflow';
import { helloView } from '@harness/core/workflows/hello/view';
import { helloWorkflow } from '@harness/core/workflows/hello/workflow';
import type { WorkflowParts } from '../../workflow.ts';
import { createGreetingFile, greetingFile } from './greeting-file.ts';

export const parts: WorkflowParts = {
  ended: (tree, { language, next }) => {
    const words = sentencesOf(helloWorkflow, language);
    const result = helloView(tree);
    if (result === null) return [`  ${words.nothing({})}`];
    const { name, greeting } = result;
    return [`  ${words.said({ greeting, file: greetingFile })}`, '', next('once more', `harness hello ${name}`)];
  },
  viewFiles: [createGreetingFile],
};
