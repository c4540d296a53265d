import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { posixPattern } from '../src/agent/tools/posix-pattern.ts'

const LINES = [
  'port 80',
  'port eighty',
  'a_b',
  'x\ty',
  'end]',
  'v1.2.3',
  'foo(bar)',
  'a.b',
  '--dry-run',
  '\\d',
  '',
]
const folder = mkdtempSync(join(tmpdir(), 'docent-pattern-'))
writeFileSync(join(folder, 'lines'), `${LINES.join('\n')}\n`)
afterAll(() => rmSync(folder, { recursive: true }))

function found(pattern: string): string[] {
  try {
    const args = ['grep', '--no-index', '-h', '-E', '-e', pattern, '--', 'lines']
    return execFileSync('git', args, { cwd: folder }).toString().replace(/\n$/, '').split('\n')
  } catch (error) {
    if ((error as { status?: number }).status === 1) return []
    throw error
  }
}

test.each([
  '\\d+',
  'port \\d',
  'port \\D',
  '^\\w+$',
  '\\s',
  '[\\d.]+$',
  '^v[\\w.]+$',
  '(?:foo|bar)\\(',
  'x\\ty',
  'p.*?t',
  'p.+?8',
  'o{1,2}?',
  'end\\]',
  '[[:alpha:]]+_',
  '[^[:space:]]+',
  'a\\.b',
  '--dry',
  '^$',
  '[]x]$',
])('%s finds the lines that it finds elsewhere', (pattern) => {
  const plain = new RegExp(
    pattern.replaceAll('[:alpha:]', 'A-Za-z').replaceAll('[:space:]', '\\s').replace('[]', '[\\]'),
  )
  expect(found(posixPattern(pattern))).toEqual(LINES.filter((line) => plain.test(line)))
})

test.each(['a(?=b)', '(?<!a)b', '(?<name>a)', 'a\\nb', '[\\D]', '[a\\]b]'])(
  '%s is refused with its reason',
  (pattern) => {
    expect(() => posixPattern(pattern)).toThrow(
      /no POSIX extended regular expression: .+\. Write it otherwise/,
    )
  },
)
