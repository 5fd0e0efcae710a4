/** Describes site-reverse: drafts a product spec from a web site (DO-22). */
import { defineWorkflow } from '../../workflow.ts';
import { siteCodes } from './codes.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

export const siteReverseWorkflow = defineWorkflow({
  id: 'site-reverse',
  machines: ['site-reverse'],
  roles: ['plans.site-analyst'],
  modelClients: ['plans.site-analyst'],
  asks: { 'site-reverse': ['plans.site-analyst', 'plans.planner'] },
  codes: siteCodes,
  words: { en, ko },
  load: () => import('./logic.ts'),
});
