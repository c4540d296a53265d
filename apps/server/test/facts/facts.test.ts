import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { compareFacts } from './compare-facts.ts'
import { readServed } from './read-served.ts'
import type { SiteFacts } from './site-facts.ts'
import { siteSources } from './site-sources.ts'

const SITES = fileURLToPath(new URL('../../../../packages/content/test/sites/', import.meta.url))
const sites = readdirSync(SITES).filter((name) => existsSync(`${SITES}${name}/facts.json`))

/**
 * Each site was built by its generator. `facts.json` has what that made of it, and `expected.txt` what Docent is known
 * to make differently: a list that only gets shorter.
 */
describe('sites as their generators build them', () => {
  test.for(sites)('%s', { timeout: 60_000 }, async (name) => {
    const facts = JSON.parse(readFileSync(`${SITES}${name}/facts.json`, 'utf8')) as SiteFacts
    const served = await readServed(siteSources(`${SITES}${name}/`), Object.keys(facts.redirects))
    const { differences } = compareFacts(facts, served)
    await expect(differences.map((line) => `${line}\n`).join('')).toMatchFileSnapshot(
      `${SITES}${name}/expected.txt`,
    )
  })
})
