import { z } from 'zod'
import type { Backup } from './make-backup.ts'
import { RecordFile } from './record-file.ts'

/** The last backup of a data directory that Docent made and checked, by a command or a server. */
export const ownBackup = new RecordFile(
  'last.json',
  z.object({
    createdAt: z.iso.datetime(),
    /** Where it lies. */
    address: z.string(),
    bytes: z.int(),
    isEncrypted: z.boolean(),
  }),
)

export function noteLastBackup(
  dataDirectory: string,
  { createdAt, file: address, bytes, isEncrypted }: Backup,
): Promise<void> {
  return ownBackup.write(dataDirectory, { createdAt, address, bytes, isEncrypted })
}
