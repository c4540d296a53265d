import { readFile } from 'node:fs/promises'
import type { Redirect } from '@docent/content'
import { z } from 'zod'
import { writeSynced } from '../files/synced-file.ts'

const StoredRedirects = z.array(z.object({ source: z.string(), destination: z.string() }))

export async function readRedirects(path: string): Promise<Redirect[]> {
  return StoredRedirects.parse(JSON.parse(await readFile(path, 'utf8')))
}

/** On disk when it resolves. */
export async function storeRedirects(path: string, redirects: readonly Redirect[]): Promise<void> {
  await writeSynced(path, [JSON.stringify(redirects)])
}
