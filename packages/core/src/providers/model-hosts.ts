/** Addresses of models and logins, and the variables that name others: a sandbox with a closed network lets them through. */
import { allFacts } from './providers.ts';

export const modelHosts: readonly string[] = allFacts.flatMap(({ hosts = [] }) => hosts);

export const endpointNames: readonly string[] = allFacts.flatMap(({ endpointVariable, hostVariables = [] }) => [
  ...(endpointVariable === undefined ? [] : [endpointVariable]),
  ...hostVariables,
]);
