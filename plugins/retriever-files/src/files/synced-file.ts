import { open } from 'node:fs/promises'

/** Writes a new file, whose bytes are on disk when it resolves. */
export async function writeSynced(path: string, parts: readonly (string | Uint8Array)[]): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    for (const part of parts) await handle.writeFile(part)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
