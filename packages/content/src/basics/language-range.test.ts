import { expect, test } from 'vitest'
import { isInLanguageRange } from './language-range.ts'

test.each([
  ['zh-CN', 'zh'],
  ['zh-CN', 'zh-cn'],
  ['ZH', 'zh'],
  ['zh_Hans', 'zh-hans'],
  ['zh-Hans-CN', 'zh-Hans'],
])('takes %s for %s', (tag, range) => {
  expect(isInLanguageRange(tag, range)).toBe(true)
})

test.each([
  ['zh', 'zh-CN'],
  ['zhx', 'zh'],
  ['zh-CNX', 'zh-CN'],
  ['en', ''],
  [undefined, 'en'],
])('does not take %s for %s', (tag, range) => {
  expect(isInLanguageRange(tag, range)).toBe(false)
})
