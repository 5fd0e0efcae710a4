/** The roles of converge, for tests that write journals. */
import { implementer } from '../workflows/converge/implementer.ts';
import { reviewer } from '../workflows/converge/reviewer.ts';

export const implementers = { 'converge.implementer': implementer('converge.implementer') };
export const reviewers = { 'converge.reviewer': reviewer('converge.reviewer') };
