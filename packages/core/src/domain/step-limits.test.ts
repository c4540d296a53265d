import { expect, test } from 'vitest'
import { checkChangedFiles, checkJobBytes, MAX_CHANGED_FILE_BYTES, MAX_JOB_BYTES } from './step-limits.ts'

test('lets files of 1 MiB and deleted files pass', () => {
  checkChangedFiles([
    { path: 'a.md', content: new Uint8Array(MAX_CHANGED_FILE_BYTES) },
    { path: 'b.md', content: null },
  ])
})

test('names the file that is too large', () => {
  const tooLarge = [
    { path: 'a.md', content: null },
    { path: 'guide/big.md', content: new Uint8Array(MAX_CHANGED_FILE_BYTES + 1) },
  ]
  expect(() => checkChangedFiles(tooLarge)).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: expect.stringContaining('guide/big.md'),
      issues: [expect.objectContaining({ path: 'changes[1].content' })],
    }),
  )
})

test('refuses a job over 20 MiB', () => {
  checkJobBytes(MAX_JOB_BYTES)
  expect(() => checkJobBytes(MAX_JOB_BYTES + 1)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})
