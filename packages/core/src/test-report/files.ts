/** Default globs of test reports, relative to the folder of the check. */
const format = '{xml,tap}';

/** At the root and up to three folders below, for packages and modules. */
const below = (path: string) => ['', '*/', '*/*/', '*/*/*/'].map((at) => `${at}${path}`);

export const reportGlobs = {
  'any runner': [
    ...below(`{junit,report,test-report,test-results,test_results}.${format}`),
    ...below(`{junit,TEST,test}-*.${format}`),
    ...below(`{test-results,test-reports,test_results,junit}/**/*.${format}`),
    ...[`reports/**/*.${format}`, `coverage/junit*.${format}`],
  ],
  'Maven, Gradle': [...below('target/{surefire,failsafe}-reports/*.xml'), ...below('build/test-results/**/*.xml')],
  'cargo nextest': ['target/nextest/*/*.xml'],
} as const satisfies Record<string, readonly string[]>;

export const defaultReportGlobs: readonly string[] = Object.values(reportGlobs).flat();
