/** The branch that a run would get if it began now. It reads, and claims nothing. */
import { collide, namesTaken } from './claim.ts';

/** The first of `harness/<slug>`, `-2`, `-3` … that nothing is in the way of. */
export async function freeBranch(repo: string, slug: string): Promise<string> {
  const wanted = `harness/${slug}`;
  const taken = await namesTaken(repo, wanted);
  for (let number = 1; ; number++) {
    const branch = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.some((other) => collide(other, branch))) return branch;
  }
}
