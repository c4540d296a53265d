import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { accounts } from '@docent/accounts-better-auth'
import { Postgres } from '@docent/postgres'
import { postgresPrograms, SimulatedS3, withPostgres } from '@docent/simulators'
import { POSTGRES_DUMP } from '@docent/simulators/services'
import { postgres } from '@docent/store-postgres'
import { needs } from '@docent/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runInProcess } from '../cli/in-process.ts'
import { openPorts } from '../migrate/open-ports.ts'
import { populate } from '../migrate/populate.ts'
import { readEverything } from '../migrate/read-everything.ts'

const PAGE = readFileSync(new URL('../../../docs/content/operations/backups.mdx', import.meta.url), 'utf8')

/** The code block of that title, as it is printed. */
function block(title: string): string {
  const match = new RegExp(`^( *)\`\`\`bash ${title}\\n([\\s\\S]*?)^ *\`\`\``, 'm').exec(PAGE)
  if (!match) throw new Error(`The page has no code block ${title}`)
  return (match[2] ?? '').replaceAll(`\n${match[1]}`, '\n').trim()
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-documented-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  process.exitCode = 0
  rmSync(folder, { recursive: true, force: true })
})

test('the commands for a bucket work as they are printed', async () => {
  const s3 = await SimulatedS3.start({ bucket: 'docent-backups' })
  const data = join(folder, 'data')
  mkdirSync(data)
  writeFileSync(join(data, 'secret'), 'the secret of the server')
  const set = { ...s3.environment, DOCENT_DATA: data, DOCENT_BACKUP_PASSPHRASE: 'three words and more' }
  for (const [name, value] of Object.entries(set)) vi.stubEnv(name, value)
  const commandsOf = (title: string) =>
    block(title)
      .split('\n')
      .filter((line) => line.startsWith('docent '))
      .map((line) => line.split(' ').slice(1))
  const [backup = []] = commandsOf('bucket.sh')
  const made = await runInProcess(backup)
  expect(made.stdout).toMatch(
    /s3:\/\/docent-backups\/handbook\/docent-.*encrypted\. The backup was read back/s,
  )
  expect(readdirSync(join(data, 'backups'))).toEqual(['last.json'])
  writeFileSync(join(data, 'secret'), 'another one')
  const [restore = []] = commandsOf('restore-bucket.sh')
  expect((await runInProcess(restore)).stdout).toMatch(/Restored 1 file /)
  expect(readFileSync(join(data, 'secret'), 'utf8')).toBe('the secret of the server')
  await s3.close()
}, 60_000)

test('the command that notes a backup works as it is printed', async () => {
  vi.stubEnv('DOCENT_DATA', folder)
  const command = block('note-backup.sh').split('\n').at(-1)?.trim() ?? ''
  expect(command).toMatch(/^docent /)
  const { stdout } = await runInProcess(command.split(' ').slice(1))
  expect(stdout).toMatch(/^Noted: \/srv\/backups\/docent\.dump, made /)
})

withPostgres('the documented commands', (server) => {
  test('dump PostgreSQL while it is used, and restore it', needs(POSTGRES_DUMP), async () => {
    const { url } = server()
    const open = () => openPorts([postgres({ url }), accounts({ postgres: { url } })], folder)
    const read = async () => {
      await using ports = await open()
      return await readEverything(ports)
    }
    const bash = (script: string) =>
      promisify(execFile)('bash', ['-e', '-c', script], {
        cwd: folder,
        env: {
          ...process.env,
          PATH: `${postgresPrograms()}${delimiter}${process.env.PATH}`,
          DATABASE_URL: url,
        },
      })
    let before: Record<string, unknown>
    {
      await using ports = await open()
      await populate(ports)
      await bash(block('dump.sh'))
      before = await readEverything(ports)
    }
    const database = new Postgres({ url, directUrl: url, schema: 'docent', connections: 1 })
    await database.open()
    await database.query('DELETE FROM docent.keys')
    await database.query('DROP TABLE docent.job_events CASCADE')
    await database.close()
    const dump = readFileSync(join(folder, 'docent.dump'))
    writeFileSync(join(folder, 'docent.dump'), dump.subarray(0, dump.length - 200))
    await expect(bash(block('restore-dump.sh'))).rejects.toThrow(/pg_restore/)
    writeFileSync(join(folder, 'docent.dump'), dump)
    await bash(block('restore-dump.sh'))
    expect(await read()).toEqual(before)
  })
})
