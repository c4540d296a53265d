import { expect, test } from 'vitest'
import { folderError } from './folder-error.ts'

test.each([
  ['ENOSPC', 'unavailable', 'Free some space'],
  ['EDQUOT', 'unavailable', 'Free some space'],
  ['EACCES', 'configuration', 'permission to read and write'],
  ['EROFS', 'configuration', 'permission to read and write'],
  ['ENOTDIR', 'configuration', 'Correct the path'],
  ['ESTALE', 'unavailable', 'Check that it is mounted'],
])('%s says what to do', (code, kind, advice) => {
  const error = folderError('/mnt/index', 'written', Object.assign(new Error(code), { code }))
  expect(error.code).toBe(kind)
  expect(error.message).toContain('/mnt/index')
  expect(error.message).toContain(advice)
})
