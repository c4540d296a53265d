import { describe, expect, test } from 'vitest'
import { anyGlob } from './glob.ts'
import { ignoredBy } from './ignore-file.ts'
import { foundBy } from './regular-expression.ts'

describe('globs', () => {
  test.each<[string, string[], string[]]>([
    ['**/internal/**', ['internal/a.md', 'a/internal/b/c.md'], ['internals/a.md', 'a.md']],
    ['internal/**', ['internal/a.md', 'internal/b/c.md'], ['a/internal/b.md']],
    ['*.draft.md', ['a.draft.md'], ['a.md', 'b/a.draft.md']],
    ['**/*.draft.{md,mdx}', ['a.draft.md', 'b/c.draft.mdx'], ['a.draft.txt']],
    ['**/_*.md', ['_a.md', 'x/_b.md'], ['a_.md']],
    ['v[0-9]/?.md', ['v1/a.md'], ['vx/a.md', 'v1/ab.md']],
    ['v[!0-9]/a.md', ['vx/a.md'], ['v1/a.md']],
    ['./a/@(b|c).md', ['a/b.md', 'a/c.md'], ['a/d.md']],
    ['a/+(x).md', ['a/x.md', 'a/xx.md'], ['a/.md']],
    ['a\\*.md', ['a*.md'], ['ab.md']],
    ['{a', ['{a'], ['a']],
    ['ü/**/é.md', ['ü/é.md', 'ü/a/b/é.md'], ['u/é.md']],
  ])('%s', (glob, fitting, others) => {
    const fits = anyGlob([glob])
    expect([fitting.filter((path) => !fits(path)), others.filter(fits)]).toEqual([[], []])
  })

  test('of Sphinx need the slash behind two stars', () => {
    const fits = anyGlob(['**/a.md', 'b/**'], { needsSlash: true })
    expect(['a.md', 'x/a.md', 'b/c/d.md'].map(fits)).toEqual([false, true, true])
  })
})

describe('rules of an ignore file', () => {
  const ignored = ignoredBy('# note\ninternal/\n/top.md\n*.tmp.md\n!keep.tmp.md\na/b\n\\#odd.md\n')
  test.each([
    ['internal/a.md', true],
    ['x/internal/y/a.md', true],
    ['internal.md', false],
    ['top.md', true],
    ['x/top.md', false],
    ['x/a.tmp.md', true],
    ['x/keep.tmp.md', false],
    ['a/b/c.md', true],
    ['x/a/b/c.md', false],
    ['#odd.md', true],
  ])('%s: %s', (path, isIgnored) => {
    expect(ignored(path)).toBe(isIgnored)
  })
})

describe('regular expressions', () => {
  test.each<[string, string[], string[]]>([
    ['internal/.*', ['internal/a.md', 'x/internal/'], ['internal']],
    ['\\.draft\\.md$', ['a.draft.md'], ['a.draft.mdx', 'adraft.md']],
    ['^(?:drafts|old)/', ['drafts/a.md', 'old/b'], ['x/drafts/a.md']],
    ['_[a-z\\d]{2,3}\\.md', ['a_b1.md', '_abc.md'], ['_a.md']],
    ['(?i)SECRET', ['a/Secret.md'], ['public.md']],
    ['[^/]+~$', ['a/b~'], ['b']],
  ])('%s', (written, fitting, others) => {
    const fits = foundBy(written)
    expect([fitting.filter((path) => !fits?.(path)), others.filter((path) => fits?.(path))]).toEqual([[], []])
  })

  test.each(['(', '[a', 'a{999}', '(?=a)', '\\pL', '*a'])('%s is none that can be read', (written) => {
    expect(foundBy(written)).toBeUndefined()
  })

  test('of strangers take linear time', () => {
    const text = `${'a'.repeat(20_000)}!`
    expect(foundBy('^(a+)+$')?.(text)).toBe(false)
    expect(foundBy('^(a|a|aa)*$')?.(text)).toBe(false)
    expect(anyGlob(['*a*a*a*a*a*a*a*a*a*a*b', '+(+(a))'])(text)).toBe(false)
  })
})
