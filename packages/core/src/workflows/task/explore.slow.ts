import { exploreAllPaths } from './explore.suite.ts';

exploreAllPaths();
