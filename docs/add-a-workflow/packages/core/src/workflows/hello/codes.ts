/** The codes of hello: what it refuses, asks, reports and prints. */
import { defineCodes } from '../../codes.ts';

export const helloCodes = defineCodes({
  refusals: { 'hello.shouted': { exitCode: 2, params: { name: 'text' } } },
  questions: { 'hello.tone': { header: 'Tone', choices: ['Warm', 'Short'], params: { name: 'text' } } },
  progress: { 'hello.greeted': { name: 'text', words: 'number' } },
  sentences: { said: { greeting: 'text', file: 'text' }, nothing: {} },
});
