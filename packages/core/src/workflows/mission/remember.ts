/**
 * What is kept when a mission is done, or needs a person (M-10, M-16): the curator is heard, and the harness writes by its
 * rules. Whether any of it comes about changes no ending; when the cap is reached, nothing more is bought.
 */
import { agent } from '../../effects/agent.ts';
import { keepMemory } from '../../effects/memory.ts';
import { act } from '../../effects/operation.ts';
import { stepsOf } from '../../machine.ts';
import { curator, memoryFiles } from '../../roles/mission/curator.ts';
import { endingOf } from './landed.ts';
import { type Loop, loop, type Mission, type Remembered } from './state.ts';

const step = stepsOf<Mission>();

/** A mission that began before there was a memory has none. */
export const isRemembered = ({ job }: Loop): boolean => job.memory !== undefined;

export const toCurate = (state: Loop, ending: Remembered) => ({ ...loop(state), at: 'curating', ending }) as const;

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
          ...{
            ending: ending.is === 'escalated' ? `escalated: ${ending.reason}` : ending.is,
            ...memoryFiles,
            cwd: '.',
          },
        },
      ),
    }),
    next: (state, { curated }) => ({
      ...{ ...loop(state), at: 'remembering', ending: state.ending },
      ...{ curation: curated.ok ? curated.value : null },
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
      if (ending.is === 'escalated') return { ...loop(state), at: 'resting', ending };
      return isCapped || job.documents !== undefined
        ? { ...loop(state), at: 'closing', ending }
        : { ...loop(state), at: 'opening-pages' };
    },
  }),
];
