import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { startIndexedDocent } from '../indexed-docent.ts'
import { countDescription } from './count-description.ts'

/** How much of a description readers find. */
export interface Measured {
  name: string
  megabytes: number
  files: number
  operations: number
  values: number
  pages: number
  /** Operations and values, of all. */
  shownOperations: number
  foundOperations: number
  /** Operations whose page is the first result. */
  firstOperations: number
  shownValues: number
  /** By the value alone or with its field. */
  foundValues: number
  /** Those, and by the value with its field and its operation or schema. */
  foundNamedValues: number
  /** Values that have neither letters nor digits: no search can look for them. */
  unsearchable: number
  indexSeconds: number
  /** Of the whole server and its threads, MB. */
  peakMemory: number
  /** Examples of what is missing. */
  missing: string[]
  problems: string[]
}

/** Results of a search among which a page must be. */
const RESULTS = 10
const MOST_MISSING = 10

/** Indexes a description with a server in this process, and looks for everything in it on pages and by search. */
export async function measureDescription(file: string): Promise<Measured> {
  const counted = countDescription(file)
  const folder = mkdtempSync(join(tmpdir(), 'docent-openapi-'))
  try {
    const bytes = copyFiles(counted.files, join(folder, 'from'))
    const problems: string[] = []
    const problem = (fields: object, message: string) =>
      void problems.push(`${message} ${JSON.stringify(fields)}`)
    const { url, assistantKey, indexSeconds, stop } = await startIndexedDocent({
      folder,
      from: join(folder, 'from'),
      project: { id: 'described', site: 'public' },
      logger: { debug: () => undefined, info: () => undefined, warn: problem, error: problem },
    })
    const peakMemory = process.resourceUsage().maxRSS / 1024
    const codes = await codesOfPages(url)
    const all = new Set([...codes.values()].flatMap((each) => [...each]))
    const search = (query: string) => searchPages(url, assistantKey, query)
    const missing: string[] = []
    const place = async (name: string, query: string) =>
      (await search(query)).findIndex((path) => codes.get(path)?.has(name))
    const miss = (name: string) => void missing.push(`${all.has(name) ? 'not found' : 'not shown'}: ${name}`)
    const places: number[] = []
    for (const name of counted.operations) {
      places.push(await place(name, name))
      if (places.at(-1) === -1) miss(name)
    }
    const values = [...counted.values]
    const searchable = values.filter(([value]) => /[\p{L}\p{N}]/u.test(value))
    let foundValues = 0
    let foundNamedValues = 0
    for (const [value, { field, of }] of searchable) {
      // As readers ask: a common word with the name of its field, and where many have it, with what it is of.
      const leads = async (query: string) => (await place(value, query.trim())) >= 0
      if ((await leads(value)) || (await leads(`${field} ${value}`))) foundValues += 1
      else if (await leads(`${of} ${field} ${value}`)) foundNamedValues += 1
      else miss(value)
    }
    const shown = (names: readonly string[]) => names.filter((name) => all.has(name)).length
    await stop()
    return {
      name: basename(file),
      megabytes: bytes / 1024 ** 2,
      files: counted.files.length,
      operations: counted.operations.length,
      values: values.length,
      pages: codes.size,
      shownOperations: shown(counted.operations),
      foundOperations: places.filter((at) => at >= 0).length,
      firstOperations: places.filter((at) => at === 0).length,
      shownValues: shown(values.map(([value]) => value)),
      foundValues,
      foundNamedValues: foundValues + foundNamedValues,
      unsearchable: values.length - searchable.length,
      indexSeconds,
      peakMemory,
      missing: missing.slice(0, MOST_MISSING),
      problems: problems.slice(0, MOST_MISSING),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** With their places to each other. */
function copyFiles(files: readonly string[], to: string): number {
  const [first = ''] = files
  let root = dirname(first)
  while (files.some((file) => relative(root, file).startsWith('..'))) root = dirname(root)
  let bytes = 0
  for (const file of files) {
    const target = join(to, relative(root, file))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(file, target)
    bytes += statSync(target).size
  }
  return bytes
}

/** What stands as code on each page, as a browser shows it. */
async function codesOfPages(url: string): Promise<Map<string, ReadonlySet<string>>> {
  const list = await textOf(`${url}/site/described/sitemap.xml`)
  const paths = [...list.matchAll(/<loc>[^<]*\/site\/described(\/[^<]*)<\/loc>/g)].map(
    ([, path = '']) => path,
  )
  const codes = new Map<string, ReadonlySet<string>>()
  for (const path of paths) {
    const html = await textOf(`${url}/site/described${path}`)
    const spans = [...html.matchAll(/<code[^>]*>([^<]*)<\/code>/g)]
    codes.set(decodeURI(path), new Set(spans.map(([, code = '']) => plain(code))))
  }
  return codes
}

async function searchPages(url: string, key: string, query: string): Promise<string[]> {
  const response = await fetch(`${url}/discovery/v1/search/described`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: query.slice(0, 1_000), pageSize: RESULTS }),
  })
  if (!response.ok) throw new Error(`The search for ${query} failed: ${await response.text()}`)
  const results = (await response.json()) as { path: string }[]
  return results.map(({ path }) => `/${path.replace(/^\//, '').split('#', 1)[0]}`)
}

async function textOf(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response.text()
}

function plain(html: string): string {
  const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return html
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, number, name) =>
      name === undefined
        ? String.fromCodePoint(hex === undefined ? Number(number) : Number.parseInt(hex, 16))
        : (named[name] ?? whole),
    )
    .replace(/\s+/g, ' ')
}
