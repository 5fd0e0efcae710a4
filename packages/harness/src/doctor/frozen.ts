/** Checks whether work is frozen, because a forgotten freeze file stops every run. */
import { freezeFile, isFrozen } from '../gates/frozen.ts';
import { shellQuote } from '../render/shell-quote.ts';
import { type Diagnosis, failedWith, passed } from './diagnosis.ts';

export async function frozen(root: string): Promise<Diagnosis> {
  const file = await freezeFile(root);
  return isFrozen(file)
    ? failedWith('frozen', false, `no run starts or continues while ${file} exists`, `rm ${shellQuote(file)}`)
    : passed('frozen', false, 'work is not frozen');
}
