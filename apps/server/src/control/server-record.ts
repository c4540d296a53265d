import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Where a running server is found by the commands of its owner. */
export const ServerRecord = z.object({
  pid: z.int(),
  version: z.string(),
  /** Address for people and programs. */
  url: z.string(),
  /** Address for commands on this machine. */
  control: z.url(),
  /** Proves that the caller can read this file. */
  token: z.string().min(32),
})
export type ServerRecord = z.output<typeof ServerRecord>

const FILE = 'server.json'

/** Writes the record whole, for its owner alone. */
export async function writeServerRecord(dataDirectory: string, record: ServerRecord): Promise<void> {
  const file = join(dataDirectory, FILE)
  const temporary = `${file}.${record.pid}`
  await rm(temporary, { force: true })
  try {
    await writeFile(temporary, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Undefined when there is none, and when others than its owner may have written or read it. */
export async function readServerRecord(dataDirectory: string): Promise<ServerRecord | undefined> {
  const file = join(dataDirectory, FILE)
  try {
    const { mode, uid } = await stat(file)
    const isPrivate = process.getuid === undefined || ((mode & 0o077) === 0 && isTrusted(uid))
    if (!isPrivate) return undefined
    return ServerRecord.safeParse(JSON.parse(await readFile(file, 'utf8'))).data
  } catch (error) {
    if (isAbsent(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Removes the record of this server; that of another, which was started since, stays. */
export async function removeServerRecord(dataDirectory: string, token: string): Promise<void> {
  const record = await readServerRecord(dataDirectory)
  if (record?.token === token) await rm(join(dataDirectory, FILE), { force: true })
}

/** A file of the user's own, or of root. */
function isTrusted(uid: number): boolean {
  return uid === process.getuid?.() || uid === 0
}

/** Of another user's data directory, a command learns when it opens the stores. */
function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES'
}
