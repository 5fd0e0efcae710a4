import { trackerContract } from '../tracker.contract.ts';
import { localStage } from './test-stage.ts';

trackerContract('local', { hasStatuses: false }, localStage);
