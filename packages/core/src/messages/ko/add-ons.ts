/** Korean texts about add-ons: their purposes, and the results of `harness provider`. */
import type { AddOnName } from '../../providers/add-ons.ts';
import type { Messages } from '../messages.ts';

const purposes: Readonly<Record<AddOnName, string>> = {
  claude: 'Claude를 호출하는 데',
  esbuild: '코드로 작성된 설정을 읽는 데',
  browser: '브라우저로 페이지를 보는 데',
  languages: 'JavaScript와 TypeScript가 아닌 언어의 코드 그래프를 읽는 데',
};

export const purposeOf = (name: string): string => purposes[name as AddOnName] ?? name;

export const addOnSentences: Messages['addOns'] = {
  purpose: ({ name }) => `${purposeOf(name)} 필요합니다`,
  'is-missing': ({ command }) => `설치되지 않음: ${command}`,
  'is-added': ({ version, tested }) =>
    version === tested ? `${version}` : `${version} (harness는 ${tested} 버전으로 검증되었습니다)`,
  'is-beside': ({ version }) => `${version} (harness 옆에 설치됨)`,
  confirm: ({ packages, megabytes }) =>
    `npm으로 ${packages}(약 ${megabytes}MB)를 홈 폴더에 내려받을까요? yes를 입력하세요.`,
  added: ({ packages, path }) => `${path}에 ${packages}를 설치했습니다.`,
  unneeded: ({ name, path }) => `${name}은(는) 이미 ${path}에 설치되어 있습니다.`,
  removed: ({ path }) => `${path}를 삭제했습니다.`,
  'not-there': ({ path }) => `삭제할 것이 없습니다. ${path}가 없습니다.`,
  declined: () => '아무것도 내려받지 않았습니다.',
  'program-warning': ({ program, version, tested, update }) =>
    `${program}의 버전은 ${version}입니다. harness는 ${tested} 이상으로 검증되었습니다. 업데이트: ${update}`,
};
