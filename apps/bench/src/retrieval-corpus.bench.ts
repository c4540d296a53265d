import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CORPUS_SITES } from './retrieval/corpus-sites.ts'
import { exportSite, fetchSite } from './retrieval/export-site.ts'

/**
 * Makes the documentation corpus of the retrieval benchmark: the Markdown of public sites, each at one commit.
 *
 *   node apps/bench/run.mjs retrieval-corpus <folder to write> [folder of clones, named as the sites]
 *
 * Without clones it fetches from GitHub. A site whose folder is there already is left as it is.
 */
const [target, clones] = process.argv.slice(2)
if (target === undefined)
  throw new Error('Name the folder: node apps/bench/run.mjs retrieval-corpus <folder>')
for (const site of CORPUS_SITES) {
  const folder = join(target, site.name)
  if (existsSync(folder)) {
    console.log(`${site.name}: is there`)
    continue
  }
  const temporary = mkdtempSync(join(tmpdir(), 'docent-corpus-'))
  try {
    const clone = clones === undefined ? join(temporary, 'site.git') : join(clones, site.name)
    if (clones === undefined) fetchSite(site, clone)
    console.log(`${site.name}: ${exportSite(clone, site, folder)} files`)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
