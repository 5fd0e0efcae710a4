/** A task, its session and its effect vocabulary for tests. */
import { checkoutOperations } from '../../../effects/checkout.ts';
import type { EffectVocabulary } from '../../../effects/kinds.ts';
import type { Operation } from '../../../effects/operation.ts';
import { acceptance } from '../../acceptance/machine.ts';
import { baseChecks } from '../../base-checks/machine.ts';
import { changeProof } from '../../proof/machine.ts';
import { configOf } from '../models.ts';
import { taskRoles } from '../roles/index.ts';
import { defaultTaskLimits, emptyLayer, newTaskSession, type Session, type TaskJob } from '../session.ts';

export const taskJob: TaskJob = {
  task: 'Add a login',
  slug: 'add-a-login',
  docsPath: 'docs/harness/add-a-login/',
  flags: { verifierModel: null, outputDir: null },
  userLang: 'en',
  hasGit: true,
  repoName: 'shop',
  repoPath: '/work/shop',
  scope: [],
  lang: 'typescript',
  commands: { build: 'npm run build', test: 'npm test', lint: null, typeCheck: null },
  checkTimeoutMs: 60_000,
  limits: defaultTaskLimits,
};

export const taskSession: Session = {
  ...newTaskSession({
    job: taskJob,
    style: 'auto',
    mode: 'standard',
    model: configOf('balanced', 'haiku'),
    branch: 'harness/add-a-login',
    base: 'b0',
    foreign: [],
    manifest: null,
  }),
  layer1: emptyLayer,
};

export const taskVocabulary: EffectVocabulary = {
  roles: taskRoles,
  operations: Object.values(checkoutOperations) as readonly Operation<unknown, unknown>[],
  machines: { 'base-checks': baseChecks, acceptance, proof: changeProof },
};
