/** Names the folder of a plan run: `<stateDir>/task-runs/<plan>/<YYYYMMDD-HHMMSS>`, in UTC (DO-06, Dd-08). */

export const planRunsFolder = (stateDir: string, plan: string): string => `${stateDir}/task-runs/${plan}`;

/** `20260214-093005`. */
export const formatTimestamp = (atMs: number): string =>
  new Date(atMs).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
