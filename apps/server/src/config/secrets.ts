import { randomBytes } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DocentError } from '@docent/core/plugin'
import type { Environment } from '../environment.ts'
import { isErrno, unusableDirectory } from './data-directory.ts'

/** A shorter one could be guessed, and with it every stored hash be checked. */
const MIN_LENGTH = 16

/**
 * The secrets that key all HMACs, newest first: DOCENT_SECRET (several, separated by commas, while one is being
 * replaced), else the one in the data directory, made when it is not there.
 * @throws DocentError `configuration`
 */
export async function loadSecrets(env: Environment, directory: string): Promise<string[]> {
  const given = env.DOCENT_SECRET
  if (given !== undefined && given.trim() !== '') return check(given.split(','), 'DOCENT_SECRET')
  const file = join(directory, 'secret')
  const stored = (await readIfThere(file)) ?? (await create(file))
  return check(stored.split('\n'), file)
}

function check(candidates: readonly string[], source: string): string[] {
  const secrets = candidates.map((secret) => secret.trim()).filter((secret) => secret !== '')
  if (secrets.length > 0 && secrets.every((secret) => secret.length >= MIN_LENGTH)) return secrets
  throw new DocentError(
    'configuration',
    `${source} is too short: each secret needs at least ${MIN_LENGTH} characters. Create one with "openssl rand -base64 32".`,
  )
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    if (isErrno(error, 'ENOTDIR')) throw unusableDirectory(dirname(file), error)
    throw new DocentError(
      'configuration',
      `The secret of the server, ${file}, cannot be read. Give this user permission to read it, or set DOCENT_SECRET.`,
      { cause: error },
    )
  }
}

/** Two processes may start at once: the file appears whole, and the second takes the first one's. */
async function create(file: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw unusableDirectory(dirname(file), error)
  }
  try {
    await link(draft, file)
    return secret
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
    return await readFile(file, 'utf8')
  } finally {
    await unlink(draft)
  }
}
