import { expect, test } from 'vitest'
import { FOR_UPDATE, isIn } from './fragments.ts'
import { spell, sql, when } from './sql.ts'

const found = (
  status?: string,
) => sql`SELECT body FROM docent.tasks WHERE id ${isIn(['a', 'b'])} AND done = ${true}
  ${when(status, (value) => sql`AND status = ${value}`)} ${FOR_UPDATE}`

test('spells a statement for SQLite, which has no schema, no lists, and no flags', () => {
  expect(spell(found('dead'), 'sqlite')).toEqual({
    text: 'SELECT body FROM tasks WHERE id IN (SELECT value FROM json_each(?1)) AND done = ?2\n  AND status = ?3 ',
    values: ['["a","b"]', 1, 'dead'],
  })
})

test('spells a statement for PostgreSQL', () => {
  expect(spell(found('dead'), 'postgres')).toEqual({
    text: 'SELECT body FROM docent.tasks WHERE id = ANY ($1) AND done = $2\n  AND status = $3 FOR UPDATE',
    values: [['a', 'b'], true, 'dead'],
  })
})

test('leaves out the part of a filter that is not given', () => {
  expect(spell(found(), 'postgres')).toEqual({
    text: 'SELECT body FROM docent.tasks WHERE id = ANY ($1) AND done = $2\n   FOR UPDATE',
    values: [['a', 'b'], true],
  })
})
