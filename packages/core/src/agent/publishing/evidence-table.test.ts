import { expect, test } from 'vitest'
import type { EvidenceRow } from '../../domain/code-evidence.ts'
import { evidenceTable, rowNotes } from './evidence-table.ts'

const row = (more: Partial<EvidenceRow> = {}): EvidenceRow => ({
  ...{ row: 1, key: 'k', name: 'fogHorn', change: 'added', title: 'feat: fog', commit: 'abcdef0123456789' },
  ...{ file: 'src/lamp.go', line: 9, pages: [{ path: 'docs/lamp.md', why: 'has fogHorn' }] },
  ...more,
})
const changes = [{ path: 'docs/lamp.md', change: 'modified' as const, added: 1, removed: 0 }]

test('a row links the line of code and its change, and names the pages that changed because of it', () => {
  const linked = row({
    lineUrl: 'https://git.test/a/blob/c/x(1).go#L9',
    changeUrl: 'https://git.test/a/commit/c',
  })
  const [, , line] = evidenceTable({ rows: [linked] }, changes, new Map([[1, 'Told it.']])).split('\n')
  expect(line).toBe(
    '| 1 | new [`fogHorn`](https://git.test/a/blob/c/x%281%29.go#L9), line 9 in [feat: fog](https://git.test/a/commit/c) (`abcdef012`) | `docs/lamp.md` | Told it. |',
  )
})

test('names that changed with a name stand beside it', () => {
  const table = evidenceTable({ rows: [row({ more: ['fogLevel', 'fogColor'] })] }, changes, new Map())
  expect(table).toContain('| new `fogHorn`, `fogLevel`, `fogColor`, line 9 in feat: fog (')
})

test('a row that changed nothing says so, and its reason is the agent’s', () => {
  const table = evidenceTable({ rows: [row()] }, [], new Map([[1, 'Nothing, because it is internal.']]))
  expect(table).toContain('| none | Nothing, because it is internal. |')
})

test.each([
  ['a bar', { title: 'a | b', name: 'x|y' }],
  ['other names', { more: ['a | b', 'x\n| 2 | forged |', '`'] }],
  ['lines', { title: 'a\n| 2 | forged |', name: 'x\ny' }],
  ['markup', { title: '[a](http://evil.test) <img src=x> **b** `c`', name: '`' }],
])('%s of others stays within its cell', (_, more) => {
  const lines = evidenceTable({ rows: [row(more)] }, changes, new Map()).split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[2]?.replaceAll('\\|', '').split('|')).toHaveLength(6)
  expect(lines[2]).not.toMatch(/(?<!\\)(?:\[a\]\(|<img|\*\*b)/)
})

test('a long table is cut, and says how much is missing', () => {
  const rows = Array.from({ length: 300 }, (_, at) => row({ row: at + 1, title: 'x'.repeat(200) }))
  const table = evidenceTable({ rows }, changes, new Map())
  expect(table.length).toBeLessThan(12_000)
  expect(table).toMatch(/… and 2\d\d more/)
})

test('lines about rows are taken out of the closing message, the first of each row', () => {
  const { notes, rest } = rowNotes(
    'Done.\n\n- **Row 1**: told it\nRow 2 – nothing\nRow 1: again\n- a.md: new',
  )
  expect([...notes]).toEqual([
    [1, 'told it'],
    [2, 'nothing'],
  ])
  expect(rest).toBe('Done.\n\nRow 1: again\n- a.md: new')
})
