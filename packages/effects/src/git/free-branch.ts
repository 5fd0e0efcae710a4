/** The branch that a run would get if it began now. It reads, and claims nothing. */
import { collide, namesTaken } from './claim.ts';

/** The first of `harness/<slug>`, `-2`, `-3` … that nothing is in the way of. */
export async function freeBranch(repo: string, slug: string): Promise<string> {
  const taken = await namesTaken(repo);
  for (let number = 1; ; number++) {
    const name = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.some((other) => collide(other, name))) return `harness/${name}`;
  }
}
