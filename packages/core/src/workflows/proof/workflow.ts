/** Describes the proof: shows that a change does something, as a child of other workflows. */
import { defineWorkflow } from '../../workflow.ts';
import { changeProofCodes } from './codes.ts';
import { trustConfig } from './config.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

export const proofWorkflow = defineWorkflow({
  id: 'proof',
  machines: ['proof'],
  roles: [],
  codes: changeProofCodes,
  words: { en, ko },
  config: { trust: trustConfig },
  load: () => import('./logic.ts'),
});
