import { UNREADABLE_GROUP } from '@docent/content'
import { expect, test } from 'vitest'
import type { Attributes } from './attributes.ts'
import { passesFilter } from './passage-filter.ts'

const OPEN: Attributes = { language: null, written: 'en', version: null, tags: [], groups: [] }

test.each([
  ['an open passage without a filter', {}, {}, true],
  ['an open passage for a trusted caller', {}, { trustedGroups: ['staff'] }, true],
  ['a limited passage without a group', { groups: ['staff'] }, {}, false],
  ['a limited passage with another group', { groups: ['staff'] }, { trustedGroups: ['guests'] }, false],
  ['a limited passage with its group', { groups: ['staff'] }, { trustedGroups: ['a', 'staff'] }, true],
  [
    'a passage whose groups could not be read',
    { groups: [UNREADABLE_GROUP] },
    { trustedGroups: [UNREADABLE_GROUP] },
    false,
  ],
  [
    'an open passage where only groups are asked for',
    {},
    { groups: ['staff'], trustedGroups: ['staff'] },
    false,
  ],
  ['the version', { version: 'v2' }, { version: 'v2' }, true],
  ['another version', { version: 'v1' }, { version: 'v2' }, false],
  ['a passage of every version', {}, { version: 'v2' }, true],
  ['a language in the range', { language: 'zh-cn' }, { language: 'zh' }, true],
  ['a language that only begins alike', { language: 'zhx' }, { language: 'zh' }, false],
  ['a language written otherwise', { language: 'zh-cn' }, { language: 'zh_CN' }, true],
  ['a passage of every language', {}, { language: 'de' }, true],
  ['the tag', { tags: ['a', 'api'] }, { tag: 'api' }, true],
  ['no tag', {}, { tag: 'api' }, false],
] as const)('%s', (_what, attributes, filter, expected) => {
  expect(passesFilter({ ...OPEN, ...attributes }, filter)).toBe(expected)
})
