import { readFileSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { Entry } from './collection.ts'

/** Leaves parsed pages for the processes of the engines, so that all index the same and none has to parse. */
export function storeEntries(file: string, entries: readonly Entry[]): void {
  writeFileSync(file, serialize(entries))
}

export function readEntries(file: string): Entry[] {
  return deserialize(readFileSync(file))
}
