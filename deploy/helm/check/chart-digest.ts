import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** Changes with every file of a chart that its rendering depends on. */
export function chartDigest(chart: URL): string {
  const names = ['Chart.yaml', 'docent.config.mjs', 'values.yaml']
  const templates = readdirSync(new URL('templates/', chart)).map((name) => `templates/${name}`)
  const hash = createHash('sha256')
  for (const name of [...names, ...templates].toSorted()) hash.update(readFileSync(new URL(name, chart)))
  return `sha256 ${hash.digest('hex').slice(0, 16)}`
}
