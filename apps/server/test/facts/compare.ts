// Compares what a generator built with what Docent serves of the same repository, as a table and a list:
// `node --import ./scripts/sources.mjs apps/server/test/facts/compare.ts FACTS.json REPOSITORY`, with `--docs-path docs`
// where the documentation is a folder of it, and `--all` for every difference.
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareFacts } from './compare-facts.ts'
import { readServed } from './read-served.ts'
import type { SiteFacts } from './site-facts.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'docs-path': { type: 'string' }, all: { type: 'boolean', default: false } },
})
const [file, folder] = positionals
if (file === undefined || folder === undefined)
  throw new Error('Name a file of facts and the folder of a repository.')
const facts = JSON.parse(readFileSync(file, 'utf8')) as SiteFacts
const listed = execFileSync('git', ['-C', folder, 'ls-files', '-z'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
const files = listed.split('\0').filter((each) => each !== '' && isPlainFile(join(folder, each)))
const docs = Object.fromEntries(files.map((each) => [each, readFileSync(join(folder, each))]))
const docsPath = values['docs-path']
const served = await readServed(
  docs,
  Object.keys(facts.redirects),
  docsPath === undefined ? {} : { docsPath },
)
const { figures, differences } = compareFacts(facts, served)
for (const [name, { same, of }] of Object.entries(figures))
  console.log(`${name.padEnd(32)} ${of === 0 ? '–' : (same / of).toFixed(3)}  (${same} of ${of})`)
for (const line of values.all ? differences : differences.slice(0, 40)) console.log(line)
console.log(`${differences.length} differences`)

function isPlainFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
