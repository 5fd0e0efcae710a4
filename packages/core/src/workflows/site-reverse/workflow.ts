/** Describes site-reverse: drafts a product spec from a web site (DO-22). */
import { defineWorkflow } from '../../workflow.ts';
import { planningRoles } from '../planning/role-names.ts';
import { siteCodes } from './codes.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';
import { siteRoles } from './role-names.ts';

export const siteReverseWorkflow = defineWorkflow({
  id: 'site-reverse',
  machines: ['site-reverse'],
  roles: siteRoles,
  modelClients: ['plans.site-analyst'],
  asks: { 'site-reverse': [...siteRoles, ...planningRoles] },
  codes: siteCodes,
  words: { en, ko },
  load: () => import('./logic.ts'),
});
