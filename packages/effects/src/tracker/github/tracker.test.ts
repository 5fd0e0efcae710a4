import { trackerContract } from '../tracker.contract.ts';
import { gitHubStage } from './test-stage.ts';

trackerContract('github', { hasStatuses: false }, () => gitHubStage());
