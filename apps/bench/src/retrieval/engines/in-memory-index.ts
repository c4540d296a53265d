import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

const FILE = 'index.bin'

/** Keeps the index of an engine that lives in memory, in the form in which the engine gives it out. */
export function saveIndex(folder: string, index: unknown): void {
  writeFileSync(join(folder, FILE), serialize(index))
}

export function loadIndex(folder: string): unknown {
  return deserialize(readFileSync(join(folder, FILE)))
}
