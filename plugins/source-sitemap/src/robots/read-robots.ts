import { matchLength, normalizeRobotsPath } from './robots-path.ts'

interface Rule {
  allow: boolean
  /** Normalized. */
  pattern: string
}

/** What a robots.txt says to one crawler (RFC 9309). */
export interface Robots {
  /** @param path with its query, as it is requested. */
  allows(path: string): boolean
  /** What `Crawl-delay` asks for, ms; undefined when it says nothing. */
  crawlDelayMs?: number
  /** Targets of its `Sitemap` lines, as they are written. */
  sitemaps: string[]
}

/** A site without robots.txt: everything may be read. */
export const ALLOWS_ALL: Robots = { allows: () => true, sitemaps: [] }

/**
 * Reads a robots.txt. Of its groups those count that name the crawler, joined; else those for `*`.
 * @param product token of the crawler, such as `DocentBot`; compared without case.
 */
export function readRobots(text: string, product: string): Robots {
  const own: Group = { rules: [] }
  const general: Group = { rules: [] }
  const sitemaps: string[] = []
  const name = product.toLowerCase()
  let targets: Group[] = []
  let isNaming = false
  let hasOwn = false
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const match = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line)
    if (match === null) continue
    const [, field = '', written = ''] = match
    const value = written.trim()
    switch (field.toLowerCase()) {
      case 'user-agent': {
        // Names that follow each other begin one group together.
        if (!isNaming) targets = []
        isNaming = true
        const agent = value.toLowerCase().split(/[\s/]/)[0] ?? ''
        if (agent === name) hasOwn = true
        if (agent === name) targets.push(own)
        else if (agent === '*') targets.push(general)
        break
      }
      case 'allow':
      case 'disallow':
        isNaming = false
        if (value === '') break
        for (const { rules } of targets)
          rules.push({ allow: field.toLowerCase() === 'allow', pattern: normalizeRobotsPath(value) })
        break
      case 'crawl-delay':
        isNaming = false
        for (const group of targets) if (Number(value) >= 0) group.delay ??= Number(value)
        break
      case 'sitemap':
        if (value !== '') sitemaps.push(value)
        break
    }
  }
  const { rules, delay } = hasOwn ? own : general
  return {
    allows: (path) => allows(rules, path),
    sitemaps,
    ...(delay === undefined ? {} : { crawlDelayMs: delay * 1_000 }),
  }
}

interface Group {
  rules: Rule[]
  /** Seconds. */
  delay?: number
}

/** The longest pattern that matches decides; of equals, the one that allows. */
function allows(rules: readonly Rule[], path: string): boolean {
  const normal = normalizeRobotsPath(path)
  let longest = -1
  let allowed = true
  for (const { allow, pattern } of rules) {
    const length = matchLength(pattern, normal)
    if (length > longest || (length === longest && allow)) {
      longest = length
      allowed = allow
    }
  }
  return longest < 0 || allowed
}
