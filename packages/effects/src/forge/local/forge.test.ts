import { afterAll } from 'vitest';
import { clearScratch } from '../../git/scratch.ts';
import { forgeContract } from '../forge.contract.ts';
import { localStage } from './test-stage.ts';

afterAll(clearScratch);
forgeContract('the local forge', () => localStage());
