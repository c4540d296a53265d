import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Backup } from './make-backup.ts'

/** The last backup of a data directory that was made and checked, whoever made it. */
export const LastBackup = z.object({
  createdAt: z.iso.datetime(),
  /** Where it lies. */
  address: z.string(),
  bytes: z.int(),
  isEncrypted: z.boolean(),
})
export type LastBackup = z.output<typeof LastBackup>

export async function readLastBackup(dataDirectory: string): Promise<LastBackup | undefined> {
  const text = await readFile(fileIn(dataDirectory), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : LastBackup.parse(JSON.parse(text))
}

export async function noteLastBackup(
  dataDirectory: string,
  { createdAt, file: address, bytes, isEncrypted }: Backup,
): Promise<void> {
  const last: LastBackup = { createdAt, address, bytes, isEncrypted }
  const file = fileIn(dataDirectory)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, JSON.stringify(last), { mode: 0o600 })
  await rename(draft, file)
}

function fileIn(dataDirectory: string): string {
  return join(dataDirectory, 'backups', 'last.json')
}
