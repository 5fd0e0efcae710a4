/** Describes the workflow queue: runs plan files one after the other, without end. */
import { defineWorkflow } from '../../workflow.ts';
import { fidelityRoles } from '../fidelity/role-names.ts';
import { planRoles } from '../plan/role-names.ts';
import { planningRoles } from '../planning/role-names.ts';
import { siteRoles } from '../site-reverse/role-names.ts';
import { queueCodes } from './codes.ts';
import { daemonConfig } from './config.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

export const queueWorkflow = defineWorkflow({
  id: 'queue',
  machines: ['plans', 'watch'],
  roles: [],
  queue: { helpers: ['watcher'], command: 'daemon start' },
  asks: {
    plans: [...planningRoles, ...planRoles, ...fidelityRoles, ...siteRoles],
  },
  codes: queueCodes,
  words: { en, ko },
  config: { daemon: daemonConfig },
  load: () => import('./logic.ts'),
});
