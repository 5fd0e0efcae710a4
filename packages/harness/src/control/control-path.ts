/** Where the control server of a repository says that it is, and by which token. */
import { join } from 'node:path';

export const controlPath = (root: string, stateDir: string): string => join(root, stateDir, 'control.json');
