/**
 * Assigns resources to a lane, so that products of several lanes do not collide: ports, a temporary folder, and environment
 * variables. A new lane gets the lowest free number, from 0.
 */
export const portsPerLane = 10;

export interface LaneResources {
  readonly number: number;
  /** Environment variables of checks and agents in the lane. */
  readonly variables: Readonly<Record<string, string>>;
  /** Content of the `.env` that the harness wrote; `undefined` if it wrote none. An agent may have changed the file. */
  readonly env?: string;
}

export interface LaneResourceInput {
  readonly name: string;
  readonly number: number;
  readonly firstPort: number;
  /** Absolute path of the temporary folder. */
  readonly temporary: string;
}

export function laneResources({ name, number, firstPort, temporary }: LaneResourceInput): LaneResources {
  const port = firstPort + number * portsPerLane;
  return {
    number,
    variables: {
      PORT: String(port),
      HARNESS_LANE: name,
      HARNESS_LANE_PORTS: `${port}-${port + portsPerLane - 1}`,
      TMPDIR: temporary,
    },
  };
}

export function freeLaneNumber(taken: readonly number[]): number {
  for (let number = 0; ; number++) if (!taken.includes(number)) return number;
}

/** Without TMPDIR, because an agent has its own temporary folder for each call. */
export const agentEnvironment = ({ variables }: LaneResources): Readonly<Record<string, string>> => {
  const { TMPDIR: _, ...rest } = variables;
  return rest;
};

/** Uses the port of the configured URL, and all other variables of the lane. */
export const devServerInLane = ({ variables }: LaneResources, url: string): Readonly<Record<string, string>> => {
  const port = /^https?:\/\/[^/?#]*?:(\d+)(?:[/?#]|$)/i.exec(url)?.[1];
  return port === undefined ? variables : { ...variables, PORT: port };
};

/** Replaces `{PORT}` in a URL with the port of the lane; without resources the URL stays unchanged. */
export const urlInLane = (address: string, resources: LaneResources | null): string =>
  resources ? address.replaceAll('{PORT}', resources.variables['PORT'] ?? '') : address;

/** The template's lines come first, because the last line of a name wins. */
export const envFile = (template: string, resources: LaneResources): string =>
  [
    ...(template === '' ? [] : [template.trimEnd()]),
    ...Object.entries(agentEnvironment(resources)).map(([name, value]) => `${name}=${value}`),
    '',
  ].join('\n');
