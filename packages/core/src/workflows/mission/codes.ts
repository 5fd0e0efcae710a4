/** Codes of mission. */
import { defineCodes } from '../../codes.ts';

const ids = { ids: 'text' } as const;
const about = { about: 'text' } as const;
const item = { item: 'text' } as const;
const why = { why: 'text' } as const;
const decision = { n: 'number', choice: 'text' } as const;
const passed = { count: 'number', of: 'number', base: 'text' } as const;

export const missionCodes = defineCodes({
  refusals: {
    'features.disorder': { exitCode: 2, params: { problems: 'text' } },
    'mission.unfinished': { exitCode: 2, params: { run: 'text', spec: 'text' } },
    'mission.unsupported': { exitCode: 2, params: { detail: 'text' } },
    'checkpoint.unknown': { exitCode: 1, status: 404, params: { name: 'text', known: 'text?' } },
    'checkpoint.unset': { exitCode: 1, status: 404, params: { name: 'text' } },
    'checkpoint.pending': { exitCode: 8, params: { name: 'text', paths: 'text' } },
  },
  questions: {
    checkpoint: {
      header: 'Checkpoint',
      choices: ['Grant', 'Stop'],
      params: { name: 'text' },
      notification: 'checkpoint',
    },
    // Same header as the state file of a task: one script answers both.
    'features-file': { header: 'State File', choices: ['Take over', 'Overwrite'], params: { problems: 'text' } },
    scope: {
      header: 'Scope',
      choices: ['Allow', 'Send back', 'Stop'],
      params: { item: 'text', files: 'text', count: 'number' },
    },
  },
  progress: {
    'lane.undocumented': why,
    'mission.planned': { count: 'number' },
    'mission.green-claims': { commands: 'text' },
    'mission.decided': decision,
    'mission.ghost': { ...decision, why: 'text' },
    'mission.landed': { ...item, why: 'text' },
    'mission.merged': { ...item, commit: 'text?' },
    'mission.left': why,
    'mission.kept': { ...item, branch: 'text' },
    'mission.smoke-apart': { files: 'text' },
    'mission.winner': { ...item, choice: 'text', by: 'text' },
    'mission.remembered': { count: 'number' },
    'mission.unremembered': why,
    'mission.documented': { commit: 'text' },
    'mission.undocumented': why,
    'mission.smoke-passed': {},
    'mission.user-file-touched': { path: 'text', how: 'text', command: 'text' },
    'mission.user-files-touched': { count: 'number' },
    'mission.smoke-failed': { ...item, why: 'text' },
  },
  /** Earlier systems of this kind chose the names; user scripts rely on them. */
  notifications: {
    escalate: 'a mission needs a person, or its plan was rejected',
    'max-iter': 'a mission has used all its iterations',
    'cost-cap': 'a mission was stopped by its cap and can be resumed',
    'cost-warn': 'a mission has spent the share `budget.warnAt` of its cap; sent once',
    checkpoint: 'a mission waits at a checkpoint, and neither a person at the terminal nor a script grants it',
    'review-pending': 'the architect of a mission left a decision to a person',
  },
  sentences: {
    // Defects of a mission plan, besides those of every work list.
    'defect.no-claims': ids,
    'defect.unknown-claim': ids,
    'defect.duplicate-assertion': ids,
    'defect.unclaimed-assertion': ids,
    'defect.removed-begun': ids,
    // Reasons of an escalation.
    'reason.attempts': about,
    'reason.blocked': about,
    'reason.nothing-can-go-on': about,
    'reason.smoke': about,
    'reason.pull': about,
    'reason.checkout': about,
    'reason.dependencies': about,
    'reason.red-base': about,
    // Status of a mission.
    escalated: { reason: 'text' },
    limit: { most: 'number' },
    capped: {},
    merged: passed,
    branches: { ...passed, branches: 'text' },
    attempts: { count: 'number' },
    // The output of its commands.
    noCheckpoint: {},
    granted: { name: 'text' },
    goingOn: { run: 'text' },
  },
});
