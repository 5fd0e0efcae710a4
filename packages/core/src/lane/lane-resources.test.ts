import { expect, test } from 'vitest';
import { devServerInLane, laneResources } from './lane-resources.ts';

const lane = laneResources({ name: 'smoke', number: 2, firstPort: 4_600, temporary: '/tmp/x' });

test.each([
  ['http://127.0.0.1:3000/health', '3000'],
  ['http://localhost:3000', '3000'],
  ['http://[::1]:8080/?q=:1', '8080'],
  ['https://example.org/a:9', '4620'],
])('a server at %s gets the port %s and all other variables of its lane', (url, port) => {
  expect(devServerInLane(lane, url)).toEqual({ ...lane.variables, PORT: port });
});
