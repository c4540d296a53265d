import { withPostgres } from '@docent/simulators'
import { expect, test } from 'vitest'
import { type Migration, migrate, schemaVersion } from './migrate.ts'
import { Postgres } from './postgres.ts'

const one: Migration = {
  version: 1,
  name: 'one',
  worksFrom: 1,
  sql: 'CREATE TABLE docent.a (n bigint); CREATE TABLE docent.b (n bigint)',
}
const added: Migration = {
  version: 2,
  name: 'added',
  worksFrom: 1,
  sql: 'ALTER TABLE docent.a ADD COLUMN m bigint',
}
const renamed: Migration = {
  version: 3,
  name: 'renamed',
  worksFrom: 3,
  sql: 'ALTER TABLE docent.a RENAME n TO k',
}

let schemas = 0

withPostgres('migrate', (server) => {
  const open = async (schema = `m${process.pid}_${++schemas}`) => {
    const postgres = new Postgres({ url: server().url, directUrl: server().url, schema, connections: 3 })
    await postgres.open()
    return postgres
  }

  test('lets servers that start at once make the tables together', async () => {
    const first = await open()
    const all = [first, ...(await Promise.all([1, 2, 3, 4].map(() => open(first.settings.schema))))]
    await Promise.all(all.map((postgres) => migrate(postgres, 'area', [one, added])))
    expect(await schemaVersion(first, 'area')).toBe(2)
    const { rows } = await first.query('SELECT version FROM docent.schema_versions ORDER BY version')
    expect(rows).toEqual([{ version: 1 }, { version: 2 }])
    for (const postgres of all) await postgres.close()
  })

  test('lets the release before run on a schema that only added, and refuses one that it would harm', async () => {
    const postgres = await open()
    await migrate(postgres, 'area', [one, added])
    await migrate(postgres, 'area', [one])
    expect(await schemaVersion(postgres, 'area')).toBe(2)
    await migrate(postgres, 'area', [one, added, renamed])
    await expect(migrate(postgres, 'area', [one, added])).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(/have version 3, and this Docent knows versions up to 2/),
    })
    await migrate(
      postgres,
      'another area',
      [one].map((each) => ({ ...each, sql: 'SELECT 1' })),
    )
    await postgres.close()
  })

  test('leaves everything as it was when a step fails', async () => {
    const postgres = await open()
    await migrate(postgres, 'area', [one])
    const wrong = { ...added, sql: `${added.sql}; ALTER TABLE docent.nowhere ADD COLUMN n bigint` }
    await expect(migrate(postgres, 'area', [one, wrong])).rejects.toThrow('nowhere')
    expect(await schemaVersion(postgres, 'area')).toBe(1)
    await migrate(postgres, 'area', [one, added])
    await postgres.close()
  })
})
