/** Model and login addresses that a sandbox with a closed network allows, and the variables that override them. */
import { allFacts } from './providers.ts';

export const modelHosts: readonly string[] = allFacts.flatMap(({ hosts = [] }) => hosts);

export const endpointNames: readonly string[] = allFacts.flatMap(({ endpointVariable, hostVariables = [] }) => [
  ...(endpointVariable === undefined ? [] : [endpointVariable]),
  ...hostVariables,
]);
