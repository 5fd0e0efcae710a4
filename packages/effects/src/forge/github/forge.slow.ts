import { afterAll } from 'vitest';
import { clearScratch } from '../../git/scratch.ts';
import { forgeContract } from '../forge.contract.ts';
import { gitHubStage } from './test-stage.ts';

afterAll(clearScratch);
forgeContract('GitHub', () => gitHubStage());
