import { UNREADABLE_GROUP } from '@docent/content'
import { expect, test } from 'vitest'
import { passageFilter } from './filter-sql.ts'

test('is nothing when nothing is filtered and no page is limited', () => {
  expect(passageFilter({ trustedGroups: ['staff'], groups: [] }, 0).sql).toBeUndefined()
})

test('hides limited pages even without a filter', () => {
  expect(passageFilter({}, 1).sql).toBe('(restricted = false OR false)')
})

test('joins every test, so that each must hold', () => {
  const { sql } = passageFilter(
    { version: 'v2', language: 'zh_CN', tag: 't', groups: ['a'], trustedGroups: ['a', 'b'] },
    5,
  )
  expect(sql).toBe(
    "(version IS NULL OR version = 'v2') AND (language IS NULL OR language = 'zh-cn' OR (language >= 'zh-cn-' AND language < 'zh-cn.'))" +
      " AND array_has(tags, 't') AND array_has_any(groups, make_array('a')) AND (restricted = false OR array_has_any(groups, make_array('a', 'b')))",
  )
})

test('doubles single quotes, the only special letter', () => {
  expect(passageFilter({ version: `o'b\\"r` }, 0).sql).toBe(`(version IS NULL OR version = 'o''b\\"r')`)
})

test.each([
  [{}, 0, 'all'],
  [{}, 3, 'open'],
  [{ groups: [] }, 3, 'open'],
  [{ trustedGroups: [] }, 3, 'open'],
  [{ trustedGroups: [UNREADABLE_GROUP] }, 3, 'open'],
  [{ trustedGroups: ['staff'] }, 3, undefined],
  [{ trustedGroups: ['staff'] }, 0, 'all'],
  [{ groups: ['staff'] }, 0, undefined],
  [{ version: '1' }, 0, undefined],
  [{ language: 'de' }, 0, undefined],
  [{ tag: 'api' }, 3, undefined],
] as const)(
  'knows without LanceDB what passes %o with %i limited passages: %s',
  (filter, restricted, expected) => {
    expect(passageFilter(filter, restricted).visible).toBe(expected)
  },
)
