import { access, constants, readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkDatabase, isDatabase } from '@docent/backup'
import { attention, type CheckResult, checked, failed, fine } from '@docent/commands'
import { isErrno, unusableDirectory } from '../config/data-directory.ts'
import { loadSecrets } from '../config/secrets.ts'
import type { Environment } from '../environment.ts'
import { version } from '../version.ts'

const MIB = 1024 * 1024
/** Below the first a server soon stops, below the second it is time to look. */
const LEAST_FREE = 200 * MIB
const FEW_FREE = 2_048 * MIB

/** What can be said of the machine and the data directory, without opening a store. */
export async function checkMachine(env: Environment, dataDirectory: string): Promise<CheckResult[]> {
  const there = await checked('data directory', () => directoryOf(dataDirectory))
  const results = [
    fine(
      'version',
      `Docent ${version()} on Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    ),
    there,
  ]
  if (there.status === 'failed') return results
  results.push(await checked('disk', () => diskOf(dataDirectory)))
  const isNew = !(await exists(dataDirectory))
  // The first start makes both, the directory and a secret in it.
  if (isNew && !env.DOCENT_SECRET) return results
  results.push(
    await checked('secret', async () => {
      const secrets = await loadSecrets(env, dataDirectory)
      const source = env.DOCENT_SECRET ? 'DOCENT_SECRET' : 'the data directory'
      const older = secrets.length > 1 ? `, with ${secrets.length - 1} older` : ''
      return fine('secret', `Read from ${source}${older}`)
    }),
  )
  for (const entry of isNew ? [] : await readdir(dataDirectory, { withFileTypes: true })) {
    const file = join(dataDirectory, entry.name)
    if (!entry.isFile() || /-(?:wal|shm|journal)$/.test(entry.name)) continue
    const name = `database ${entry.name}`
    const result = await checked(name, async () => {
      await access(file, constants.R_OK | constants.W_OK)
      if (!(await isDatabase(file))) return fine(name, '')
      await checkDatabase(file)
      return fine(name, 'Readable, writable, and undamaged')
    })
    if (result.message !== '') results.push(withFix(result, entry.name))
  }
  return results
}

function withFix(result: CheckResult, name: string): CheckResult {
  if (result.status !== 'failed') return result
  const fix = `Give the user of the server permission to read and write ${name}, or restore a backup: docent restore <file> --replace`
  return { ...result, fix: result.fix ?? fix }
}

async function directoryOf(path: string): Promise<CheckResult> {
  const name = 'data directory'
  const found = await stat(path).catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return undefined
    throw unusableDirectory(path, error)
  })
  if (!found)
    return attention(
      name,
      `${path} does not exist yet`,
      'Start the server, which creates it. Or set DOCENT_DATA.',
    )
  if (!found.isDirectory())
    return failed(name, `${path} is a file`, 'Set DOCENT_DATA to a folder, or move the file.')
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw unusableDirectory(path, error)
  })
  if ((found.mode & 0o077) !== 0) return attention(name, `Other users can read ${path}`, `chmod 700 ${path}`)
  return fine(name, path)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => {
      if (isErrno(error, 'ENOENT')) return false
      throw error
    },
  )
}

async function diskOf(path: string): Promise<CheckResult> {
  let folder = path
  while (!(await exists(folder))) folder = dirname(folder)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const text = `${Math.round(free / MIB).toLocaleString('en-US')} MiB free`
  const fix = `Free space on the disk of ${path}, or move the data directory and set DOCENT_DATA.`
  if (free < LEAST_FREE)
    return failed('disk', `${text}, but the server needs at least ${LEAST_FREE / MIB} MiB`, fix)
  return free < FEW_FREE ? attention('disk', text, fix) : fine('disk', text)
}
