// Writes into all guides where the packages come from, as released.json says: node scripts/release/turn.ts
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FILES, released, turned } from './names.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
for (const file of globSync(FILES, { cwd: root })) {
  const text = readFileSync(`${root}${file}`, 'utf8')
  const after = turned(text, released)
  if (after === text) continue
  writeFileSync(`${root}${file}`, after)
  console.log(file)
}
