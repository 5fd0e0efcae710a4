import { everyWay } from './explore.suite.ts';

everyWay();
