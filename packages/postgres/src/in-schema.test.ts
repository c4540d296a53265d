import { expect, test } from 'vitest'
import { inSchema } from './in-schema.ts'
import { Postgres } from './postgres.ts'

test('puts the schema in place, quoted, because it may be a word of SQL', () => {
  expect(inSchema('SELECT 1 FROM docent.jobs', 'docent')).toBe('SELECT 1 FROM docent.jobs')
  expect(inSchema('SELECT 1 FROM docent.jobs, docent.notes', 'user')).toBe(
    'SELECT 1 FROM "user".jobs, "user".notes',
  )
})

test.each(['a; DROP SCHEMA b', 'a"b', 'a b', 'A', '', '1a', 'a.b', 'a--', 'ä', 'a'.repeat(42)])(
  'no connection takes the schema %j, whichever command names it',
  (schema) => {
    const url = 'postgres://127.0.0.1:1/docent'
    expect(() => new Postgres({ url, directUrl: url, schema, connections: 2 })).toThrow(
      "can't be the name of a schema",
    )
  },
)
