import './forge-power-cut.suite.ts';
