/** Korean problems and warnings of subsystem specs. */
import type { SpecCodes } from '../../subsystems/problem.ts';
import type { Messages } from '../messages.ts';

const kinds: Readonly<Record<string, string>> = {
  text: '텍스트',
  texts: '텍스트 또는 텍스트 목록',
  list: '목록',
  object: '키와 값의 모음',
  number: '숫자',
  invariant: '텍스트, 또는 text와 선택적인 id, command를 가진 객체',
  skill: '이름, 또는 name과 선택적인 plugin, when을 가진 객체',
};

export const specSentences: Pick<Messages['documents'], `spec.${keyof SpecCodes}`> = {
  'spec.link': () => '명세는 심볼릭 링크가 아니라 파일이어야 합니다.',
  'spec.too-large': ({ maximum }) => `명세는 ${maximum} kB보다 클 수 없습니다.`,
  'spec.not-text': () => '명세는 UTF-8 텍스트여야 합니다.',
  'spec.unreadable': ({ detail }) => `읽을 수 없습니다: ${detail}.`,
  'spec.not-yaml': ({ line, detail }) => `${line}번째 줄이 올바른 YAML이 아닙니다: ${detail}.`,
  'spec.alias': ({ line }) => `${line}번째 줄에 별칭(*이름)이 있습니다. 값을 직접 쓰세요.`,
  'spec.tag': ({ line }) => `${line}번째 줄에 태그(!이름)가 있습니다. 지우세요.`,
  'spec.too-many': ({ maximum }) => `항목은 ${maximum}개를 넘을 수 없습니다.`,
  'spec.place': () =>
    '명세의 경로는 subsystems_knowledge/<system>/<subsystem>.yaml이어야 하고, 이름에는 글자, 숫자, ".", "_", "-"만 쓸 수 있습니다.',
  'spec.missing': () => '값을 정해야 합니다.',
  'spec.type': ({ expected }) => `올바른 형식이 아닙니다. 필요한 형식: ${kinds[expected] ?? expected}.`,
  'spec.choice': ({ choices }) => `다음 중 하나여야 합니다: ${choices}.`,
  'spec.empty': () => '비어 있으면 안 됩니다.',
  'spec.too-long': ({ maximum }) => `${maximum}자를 넘을 수 없습니다.`,
  'spec.range': ({ minimum, maximum }) => `${minimum}부터 ${maximum}까지의 정수여야 합니다.`,
  'spec.name': () => '글자, 숫자, ".", "_", "-"로 된 64자 이하의 이름이어야 합니다.',
  'spec.glob': () =>
    'src/cart/**처럼 저장소 안을 가리키는 경로나 글롭이어야 하고, "..", 맨 앞의 "/"나 "!", 역슬래시는 쓸 수 없습니다.',
  'spec.command': () => '한 줄로 된 명령이어야 합니다.',
  'spec.unquoted': ({ key }) => `콜론 때문에 YAML이 "${key}"를 키로 읽습니다. 텍스트 전체를 따옴표로 묶으세요.`,
  'spec.other-name': ({ expected }) => `파일 경로와 같이 "${expected}"이어야 합니다.`,
  'spec.twice': ({ id }) => `id "${id}"를 이 파일에서 두 번 이상 썼습니다.`,
  'spec.same-subsystem': ({ other }) =>
    `${other}와 같은 서브시스템을 설명합니다. 이름은 대소문자 말고도 달라야 합니다.`,
  'spec.unknown-subsystem': ({ id, suggestion }) =>
    `서브시스템 "${id}"이(가) 없습니다.${suggestion ? ` "${suggestion}"을(를) 찾으셨나요?` : ''}`,
  'spec.itself': () => '서브시스템은 자기 자신에 의존할 수 없습니다.',
  'spec.unknown-field': ({ suggestion }) =>
    `명세의 필드가 아니어서 효과가 없습니다.${suggestion ? ` "${suggestion}"을(를) 찾으셨나요?` : ''}`,
  'spec.cycle': ({ ids }) => `다음 서브시스템들이 서로 순환해서 의존합니다: ${ids}.`,
  'spec.overlap': ({ glob, other, otherGlob }) =>
    `"${glob}"이(가) ${other}의 "${otherGlob}"와 겹칩니다. 둘 다에 맞는 파일은 두 서브시스템 모두에 속합니다.`,
  'spec.not-read': () => '효과가 없습니다. .yaml로 끝나는 파일만 읽습니다.',
};
