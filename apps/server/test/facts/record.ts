// Records what a generator made of a site, for the comparison with what Docent reads of it:
// `node --import ./scripts/sources.mjs apps/server/test/facts/record.ts BUILD FACTS.json --generator docusaurus`, with
// `--base /docs/` where the build has one, `--version 4.6.1` where its pages don't name theirs, and `--checksums` for a site of others, of which no text is kept.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { recordBuild } from './record-build.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    generator: { type: 'string' },
    base: { type: 'string', default: '/' },
    version: { type: 'string', default: '' },
    checksums: { type: 'boolean', default: false },
  },
})
const [build, file] = positionals
if (build === undefined || file === undefined || values.generator === undefined)
  throw new Error('Name the folder of the build, the file for its facts, and --generator.')
const facts = recordBuild(build, {
  generator: values.generator,
  base: values.base,
  version: values.version,
  keepsText: !values.checksums,
})
writeFileSync(file, `${JSON.stringify(facts, undefined, 2)}\n`)
console.log(`Recorded ${Object.keys(facts.pages).length} pages of ${facts.generator} ${facts.version}.`)
