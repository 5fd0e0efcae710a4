/** Says a problem of a spec in one sentence, after its file and the path inside it. */
import type { Params } from '../codes.ts';
import type { Messages } from '../messages/messages.ts';
import type { SpecProblem } from './problem.ts';

export function specProblemText(
  { documents }: Pick<Messages, 'documents'>,
  { file, at, code, params }: SpecProblem,
): string {
  const say = documents[`spec.${code}`] as (params: Params) => string; // the code decides which parameters there are
  return `${file}${at === '' ? '' : `, ${at}`}: ${say(params as Params)}`;
}
