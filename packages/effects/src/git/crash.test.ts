import './crash.suite.ts';
