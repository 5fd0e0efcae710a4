/** Keeps a feature within its files: asks a person once about each changed content outside of them. */

import { act } from '../../../effects/operation.ts';
import { inspectScope } from '../../../effects/publish-lane.ts';
import { ask } from '../../../effects/question.ts';
import { defineStep } from '../../../machine/machine.ts';
import { isFileAllowed } from '../../../test-guard/consent.ts';
import { missionCodes } from '../codes.ts';
import { pageOf } from '../roles/documenter.ts';
import { type LaneState, laneBroken, laneOver, laneWork } from './job.ts';
import { toInspection } from './transitions.ts';

const step = defineStep<LaneState>();
const maxNames = 10;

export const scopeSteps = [
  step({
    at: 'scoping',
    to: ['asking-scope', 'inspecting', 'checking', 'witnessing', 'validating', 'over'],
    needs: ({ brief: { files = [] }, lane, checkpoint, job: { documents, feature }, frozen }) => ({
      // A lane that merged the base may already have its page. Acceptance tests are not the work of the feature.
      looked: act(inspectScope, {
        lane,
        checkpoint,
        files: [...files, ...(documents ? [pageOf(feature)] : []), ...(frozen?.files ?? [])],
      }),
    }),
    next: (state, { looked }) => {
      if (!looked.ok) return laneBroken(state, looked.failure);
      const { strayed = [], touched } = state;
      const { contents } = looked.value;
      const found = looked.value.outside.map((file, at) => ({ file, content: contents?.[at] }));
      const asked = found.filter(({ file, content }) => !isFileAllowed(file, content, strayed));
      if (asked.length === 0) return toInspection(state, touched);
      const outside = asked.map(({ file }) => file);
      const seen = contents ? { contents: asked.map(({ content = '' }) => content) } : {};
      return { ...laneWork(state), at: 'asking-scope', outside, ...seen, touched };
    },
  }),
  step({
    at: 'asking-scope',
    to: ['inspecting', 'checking', 'witnessing', 'validating', 'working', 'over'],
    needs: ({ outside, job: { feature } }) => ({
      answer: ask(
        missionCodes,
        'scope',
        { files: joinNames(outside), count: outside.length, item: feature },
        { item: feature },
      ),
    }),
    next: (state, { answer }) => {
      const { outside, contents, strayed = [], touched } = state;
      const shown = contents ? outside.map((file, at) => ({ file, content: contents[at] ?? '' })) : outside;
      switch (answer.choice) {
        case 'Allow':
          return toInspection({ ...state, strayed: [...strayed, ...shown] }, touched);
        case 'Send back':
          return { ...laneWork(state), at: 'working', told: { is: 'scope', files: outside } };
        case 'Stop':
          return laneOver({ is: 'stopped' });
      }
    },
  }),
];

const joinNames = (files: readonly string[]) =>
  files.length > maxNames ? `${files.slice(0, maxNames).join(', ')} … +${files.length - maxNames}` : files.join(', ');
