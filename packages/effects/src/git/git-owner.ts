/** Marks every git process of the harness with its owner and folder, in its environment. */
export const ownerVariable = 'HARNESS_GIT';

/** Folder of a program that starts git in any folder. */
export const anyFolder = '';

export const ownerMark = (cwd: string): string => `${process.pid}@${cwd}`;

export function ownerOf(mark: string): { readonly owner: number; readonly cwd: string } {
  const at = mark.indexOf('@');
  return { owner: Number(mark.slice(0, at)), cwd: mark.slice(at + 1) };
}
