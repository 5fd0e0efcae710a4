/** Whether somebody froze all work here: then no run begins or goes on, and that is easily forgotten. */
import { frozenFile, isFrozen } from '../gates/frozen.ts';
import { quoted } from '../quoted.ts';
import { type Examined, fine, wrong } from './check.ts';

export async function frozen(root: string): Promise<Examined> {
  const file = await frozenFile(root);
  return isFrozen(file)
    ? wrong('frozen', false, `no run begins or goes on while ${file} is there`, `rm ${quoted(file)}`)
    : fine('frozen', false, 'work is not frozen');
}
