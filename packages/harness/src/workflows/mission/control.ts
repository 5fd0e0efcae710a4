/** Adds missions to the control server: their checkpoints, decisions and health (MO-11). */
import { answered } from '@harness/core/documents/question';
import { accepted, emptyBody } from '@harness/core/documents/server';
import { refusalOf } from '@harness/core/failure/refusal';
import { missionCodes } from '@harness/core/workflows/mission/codes';
import { checkpointsSchema, decisionsSchema, healthFields } from '@harness/core/workflows/mission/control-schemas';
import { defineRoute, type WorkflowControl } from '../../control/workflow-control.ts';
import { findQuestion, recordAnswer } from '../../questions/answer-question.ts';
import { findWaitingCheckpoints } from './checkpoints.ts';
import { readDecisions, requestCheckpoint } from './control-documents.ts';
import { readMissionHealth } from './mission-health.ts';

export const missionControl: WorkflowControl = {
  routes: {
    checkpoints: defineRoute({
      method: 'get',
      path: '/checkpoints',
      about: 'Lists the checkpoints that wait to be granted.',
      status: 200,
      answer: checkpointsSchema,
      refusals: [],
      handle: async (_, store) => ({ version: 1 as const, checkpoints: await findWaitingCheckpoints(store) }),
    }),
    request: defineRoute({
      method: 'post',
      path: '/checkpoint/:name/request',
      about: 'Makes the unfinished mission wait at one of its checkpoints as soon as one of its lanes is working.',
      body: emptyBody,
      status: 202,
      answer: accepted,
      refusals: ['checkpoint.unset'],
      async handle({ params: { name = '' } }, store) {
        if (!(await requestCheckpoint(store, name))) throw refusalOf(missionCodes, 'checkpoint.unset', { name });
        return { version: 1 as const, accepted: 'request' };
      },
    }),
    grant: defineRoute({
      method: 'post',
      path: '/checkpoint/:name/grant',
      about: 'Grants a waiting checkpoint.',
      body: emptyBody,
      status: 200,
      answer: answered,
      refusals: ['checkpoint.unknown', 'question.answered'],
      async handle({ params: { name = '' } }, store) {
        const found = (await findWaitingCheckpoints(store)).find((one) => one.name === name);
        if (!found) throw refusalOf(missionCodes, 'checkpoint.unknown', { name });
        const question = await findQuestion(store, found.question);
        const granted = { label: 'Grant', note: '', channel: 'http' } as const;
        const { choice, left } = await recordAnswer(store, question, granted);
        return {
          version: 1 as const,
          question: question.id,
          choice,
          next: left === undefined ? null : `harness resume ${left}`,
        };
      },
    }),
    decisions: defineRoute({
      method: 'get',
      path: '/decisions',
      about: 'Lists all decisions of the newest mission, and how many were refused.',
      status: 200,
      answer: decisionsSchema,
      refusals: [],
      handle: (_, store) => readDecisions(store),
    }),
  },
  health: { fields: healthFields, read: readMissionHealth },
};
