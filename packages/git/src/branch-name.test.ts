import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { isValidBranchName } from './branch-name.ts'

const NAMES = [
  'main',
  'docent/fix-typo-01ab',
  'a/b/c',
  'a.b',
  'a-b',
  'ü/日本',
  'x@y',
  'a@',
  'foo.lockx',
  'HEADS',
  'refs/heads/x',
  '1.0',
  '',
  'HEAD',
  '-a',
  '--',
  'a..b',
  'a b',
  'a~1',
  'a^',
  'a:b',
  'a?',
  'a*',
  'a[b',
  'a\\b',
  '.a',
  'a/.b',
  'a.',
  'a/',
  '/a',
  'a//b',
  'a.lock',
  'a.lock/b',
  'a@{1}',
  '@{-1}',
  'a\u007f',
  'a\tb',
  'a\nb',
  'a/b.',
  'a./b',
  "a'b",
  'a"b',
  'a$(x)',
  'a;b',
  '…',
]

describe('isValidBranchName', () => {
  test('agrees with git check-ref-format on every name', () => {
    for (const name of NAMES) expect([name, isValidBranchName(name)]).toEqual([name, gitAccepts(name)])
  })

  test('refuses @, which git reads as HEAD in most places', () => {
    expect(isValidBranchName('@')).toBe(false)
  })

  test('refuses what cannot be a file name or an argument', () => {
    expect(isValidBranchName('a'.repeat(201))).toBe(false)
    expect(isValidBranchName('a\0b')).toBe(false)
    expect(isValidBranchName('\ud800')).toBe(false)
  })
})

function gitAccepts(name: string): boolean {
  try {
    // `@{-1}` is an expression that only a repository with a history can expand: outside one it is refused.
    execFileSync('git', ['check-ref-format', '--branch', name], { stdio: 'ignore', cwd: '/' })
    return true
  } catch (error) {
    if (error instanceof Error && 'status' in error && typeof error.status === 'number') return false
    throw error
  }
}
