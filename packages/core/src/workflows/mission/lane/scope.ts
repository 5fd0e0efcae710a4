/** A feature that names its files stays within them: a change outside needs a person, who is not asked twice about a file. */
import { inspectScope } from '../../../effects/landing.ts';
import { act } from '../../../effects/operation.ts';
import { question } from '../../../effects/question.ts';
import { stepsOf } from '../../../machine.ts';
import { pageOf } from '../../../roles/mission/documenter.ts';
import { broken, type LaneState, over, work } from './job.ts';
import { inspected } from './ways.ts';

const step = stepsOf<LaneState>();
const mostNamed = 10;

export const scopeSteps = [
  step({
    at: 'scoping',
    to: ['asking-scope', 'inspecting', 'checking', 'validating', 'over'],
    needs: ({ brief: { files = [] }, lane, checkpoint, job: { documents, feature } }) => ({
      // A lane that comes back from the base may hold its page already.
      looked: act(inspectScope, { lane, checkpoint, files: documents ? [...files, pageOf(feature)] : files }),
    }),
    next: (state, { looked }) => {
      if (!looked.ok) return broken(state, looked.failure);
      const { strayed = [], touched } = state;
      const outside = looked.value.outside.filter((file) => !strayed.includes(file));
      return outside.length > 0 ? { ...work(state), at: 'asking-scope', outside, touched } : inspected(state, touched);
    },
  }),
  step({
    at: 'asking-scope',
    to: ['inspecting', 'checking', 'validating', 'working', 'over'],
    needs: ({ outside, job: { feature } }) => ({
      answer: question('scope', { files: named(outside), count: outside.length, item: feature }, [], feature),
    }),
    next: (state, { answer }) => {
      const { outside, strayed = [], touched } = state;
      switch (answer.choice) {
        case 'Allow':
          return inspected({ ...state, strayed: [...strayed, ...outside] }, touched);
        case 'Send back':
          return { ...work(state), at: 'working', told: { is: 'scope', files: outside } };
        case 'Stop':
          return over({ is: 'stopped' });
      }
    },
  }),
];

const named = (files: readonly string[]) =>
  files.length > mostNamed
    ? `${files.slice(0, mostNamed).join(', ')} … +${files.length - mostNamed}`
    : files.join(', ');
