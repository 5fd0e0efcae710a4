/** Refuses a command that needs an add-on which is not installed. */

import { Refusal } from '@harness/core/failure/refusal';
import { type AddOnName, mainPackage } from '@harness/core/providers/add-ons';

export const addOnMissing = (name: AddOnName): Refusal =>
  new Refusal('add-on.missing', { name, package: mainPackage(name) });
