/** Describes hello: the smallest workflow that has one of everything. */
import { flag, section } from '../../config/field.ts';
import { defineWorkflow } from '../../workflow.ts';
import { helloCodes } from './codes.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

export const helloWorkflow = defineWorkflow({
  id: 'hello',
  machines: ['hello'],
  roles: ['hello.greeter'],
  codes: helloCodes,
  words: { en, ko },
  config: {
    hello: section({ polite: flag('Whether a name must not be shouted.').default(true) }, 'Greetings.').prefault({}),
  },
  load: () => import('./logic.ts'),
});
