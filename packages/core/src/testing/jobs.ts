/** A job for converge in tests, and the vocabulary of its effects. */
import { judgeAcceptance, prepareAcceptance } from '../effects/acceptance.ts';
import { gitOperations } from '../effects/git.ts';
import type { EffectVocabulary } from '../effects/kinds.ts';
import { takeScreenshots } from '../effects/screens.ts';
import { smokeTest } from '../effects/smoke.ts';
import { acceptance } from '../workflows/acceptance/machine.ts';
import { baseChecks } from '../workflows/base-checks/machine.ts';
import type { ConvergeJob } from '../workflows/converge/job.ts';
import { roles } from '../workflows/loaded.ts';
import { changeProof } from '../workflows/proof/machine.ts';

export const job: ConvergeJob = {
  task: 'add a login page',
  slug: 'add-a-login-page',
  checks: ['npm test'],
  checkTimeoutMs: 1_000,
  passes: 2,
  whenSpent: 'ask',
  roles: { implement: 'converge.implementer', repair: 'converge.implementer', review: ['converge.reviewer'] },
};

export const words: EffectVocabulary = {
  roles,
  operations: [...Object.values(gitOperations), takeScreenshots, smokeTest, prepareAcceptance, judgeAcceptance],
  machines: { 'base-checks': baseChecks, acceptance, proof: changeProof },
};
