/** Keeps the memory of a done or escalated mission (M-10, M-16). Failures change no ending; no call follows a cap. */
import { agent } from '../../effects/agent.ts';
import { keepMemory } from '../../effects/memory.ts';
import { act } from '../../effects/operation.ts';
import { defineStep } from '../../machine/machine.ts';
import { endingOf } from './lane-result.ts';
import { curator, memoryFiles } from './roles/curator.ts';
import { type LoopState, loopState, type Mission, type RememberedEnding } from './state.ts';

const step = defineStep<Mission>();

/** False for missions that started before there was a memory. */
export const hasMemory = ({ job }: LoopState): boolean => job.memory !== undefined;

export const startCuration = (state: LoopState, ending: RememberedEnding) =>
  ({ ...loopState(state), at: 'curating', ending }) as const;

export const rememberSteps = [
  step({
    at: 'curating',
    to: ['remembering'],
    needs: ({ features, ending }) => ({
      curated: agent(
        curator,
        { cwd: '.', checkpoint: null },
        {
          features: features.map(({ id, status, attempts }) => ({ id, status, attempts })),
          ending: ending.is === 'escalated' ? `escalated: ${ending.reason}` : ending.is,
          ...memoryFiles,
          cwd: '.',
        },
      ),
    }),
    next: (state, { curated }) => ({
      ...loopState(state),
      at: 'remembering',
      ending: state.ending,
      curation: curated.ok ? curated.value : null,
      isCapped: !curated.ok && endingOf(curated.failure).is === 'capped',
    }),
  }),
  step({
    at: 'remembering',
    to: ['opening-pages', 'resting', 'closing'],
    needs: ({ curation, job: { memory } }) => ({
      kept: act(keepMemory, { curation, identityDir: memory?.identityDir ?? '' }),
    }),
    next: (state) => {
      const { ending, isCapped, job } = state;
      if (ending.is === 'escalated') return { ...loopState(state), at: 'resting', ending };
      return isCapped || job.documents !== undefined
        ? { ...loopState(state), at: 'closing', ending }
        : { ...loopState(state), at: 'opening-pages' };
    },
  }),
];
