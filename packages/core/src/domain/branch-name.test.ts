import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { branchFor, isBranchName } from './branch-name.ts'

function gitAccepts(name: string): boolean {
  const { status, stdout } = spawnSync('git', ['check-ref-format', '--branch', name], { encoding: 'utf8' })
  return status === 0 && stdout.trim() === name
}

describe('isBranchName', () => {
  test.each(['main', 'docent/fix-x', 'a.b', 'feature/ünï', 'a@b', 'x-', 'release/1.2'])(
    'accepts %j as git does',
    (name) => {
      expect(isBranchName(name)).toBe(true)
      expect(gitAccepts(name)).toBe(true)
    },
  )

  test.each([
    '',
    '-x',
    'a..b',
    'a b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[',
    'a\\b',
    '/a',
    'a/',
    'a//b',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a.',
    '@',
    'a@{b',
    'HEAD',
    'a\u007f',
  ])('refuses %j as git does', (name) => {
    expect(isBranchName(name)).toBe(false)
    if (name !== 'HEAD' && name !== '@' && name !== '') expect(gitAccepts(name)).toBe(false)
  })

  test('accepts nothing that git refuses', () => {
    const piece = fc.constantFrom('a', 'b', '/', '.', '..', '-', '@', '{', '~', ' ', '.lock', 'HEAD', 'é')
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
        const name = pieces.join('')
        if (isBranchName(name)) expect(gitAccepts(name)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})

describe('branchFor', () => {
  test('is a branch name whatever the prompt holds', () => {
    fc.assert(
      fc.property(fc.string(), (prompt) => isBranchName(branchFor(prompt, '01hzy3v7k2m4n6p8q9r0s1t2v3'))),
    )
  })

  test('keeps the words of the prompt', () => {
    expect(branchFor('Fix the typo in "Quickstart"!', '01hzy3v7k2m4n6p8q9r0s1t2v3')).toBe(
      'docent/fix-the-typo-in-quickstart-s1t2v3',
    )
  })
})
