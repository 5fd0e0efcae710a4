/** Path of the control file, which has the address and the token of the control server. */
import { join } from 'node:path';

export const controlPath = (root: string, stateDir: string): string => join(root, stateDir, 'control.json');
