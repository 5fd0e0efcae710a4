/** Finds the branch name that a run would get now, without claiming it. */
import { namesCollide, namesTaken } from '../lane/branch-ownership.ts';

export const freeBranch = (repo: string, slug: string): Promise<string> => freeName(repo, `harness/${slug}`);

export async function freeName(repo: string, wanted: string): Promise<string> {
  const taken = await namesTaken(repo, wanted);
  for (let number = 1; ; number++) {
    const branch = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.some((other) => namesCollide(other, branch))) return branch;
  }
}
