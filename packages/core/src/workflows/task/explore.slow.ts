import { exploreAllPaths, exploreCounts } from './explore.suite.ts';

exploreAllPaths();
exploreCounts();
