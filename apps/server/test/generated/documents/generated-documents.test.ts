import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulateSite } from '@docent/simulators'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../../../scripts/from-sources.ts'
import type { DocumentsMessage, RoundOrder } from './documents-messages.ts'
import { generatedDocument } from './generated-document.ts'
import type { DocumentKind } from './pieces.ts'

const TOTAL = Number(process.env.GENERATED_DOCUMENTS ?? 60)
/** A short run is the same each time; a long one looks where none has looked. */
const IS_LONG = process.env.GENERATED_DOCUMENTS !== undefined
const SEED = Number(process.env.GENERATED_SEED ?? (IS_LONG ? Date.now() % 1_000_000 : 1))
const ROUND = 2_000
/** CPU time. A short run is mostly the first use of everything, on a machine of any speed. */
const STALL_MS = IS_LONG ? 200 : 2_000
/** How many of ten documents are of a kind. */
const SHARES: Readonly<Record<DocumentKind, number>> = {
  markdown: 2,
  mdx: 3,
  asciidoc: 1.5,
  myst: 1.5,
  html: 1,
  openapi: 1,
}
/** Of code that met what it did not expect, and of limits that end what takes far too long or far too much. */
const UNEXPECTED =
  /is not a function|Cannot |can't access|not iterable|Maximum call stack|Invalid array|Invalid string|took (?:longer|more)|must be (?:of type|one of)|the thread ended|Unexpected token .* in JSON|\[object|"level":50|\n {4}at /
/** A value that a message should have had. What a message quotes is of the page, which may have the word itself. */
const MISSING_VALUE = /\b(?:undefined|NaN)\b/
const QUOTED = /text not permitted: .*|"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|‘[^’]*’/gs

const REPOSITORY = new URL('../../../../../', import.meta.url).pathname
const CORPORA: Readonly<Partial<Record<DocumentKind, readonly [folder: string, ending: string]>>> = {
  markdown: ['packages/content/test/sites', '.md'],
  mdx: ['apps/docs/content', '.mdx'],
  asciidoc: ['packages/content/test/sites', '.adoc'],
  myst: ['packages/content/test/sites', '.md'],
}

async function corpusOf(kind: DocumentKind): Promise<string[]> {
  const found = CORPORA[kind]
  if (!found) return []
  const folder = join(REPOSITORY, found[0])
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(found[1])).sort()
  return Promise.all(names.map(async (name) => (await readFile(join(folder, name), 'utf8')).slice(0, 20_000)))
}

type Publish = (path: string, content: Buffer) => void

/** @returns how many documents there are now */
async function writeRound(folder: string, seed: number, count: number, publish: Publish): Promise<number> {
  let written = 0
  for (const project of ['docs', 'myst']) await mkdir(join(folder, project), { recursive: true })
  await writeFile(join(folder, 'myst', 'conf.py'), 'extensions = ["myst_parser"]\n')
  for (const [kind, share] of Object.entries(SHARES) as [DocumentKind, number][]) {
    const numRuns = Math.max(1, Math.round((count * share) / 10))
    const documents = fc.sample(generatedDocument(kind, await corpusOf(kind)), { seed, numRuns })
    for (const [at, { extension, content }] of documents.entries()) {
      const name = `${kind}-${at}.${extension}`
      if (kind === 'html') publish(`/${name}`, content)
      else await writeFile(join(folder, kind === 'myst' ? 'myst' : 'docs', name), content)
    }
    written += documents.length
  }
  return written
}

interface Findings {
  readonly findings: string[]
  readonly messages: Map<string, number>
  longestCpuMs: number
  longestWaitMs: number
  pages: number
  passages: number
  rss: number
}

async function indexRound(child: ChildProcess, order: RoundOrder, found: Findings): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let project = ''
  const listen = (message: DocumentsMessage) => {
    switch (message.kind) {
      case 'indexing':
        project = message.project
        return
      case 'summary':
        found.pages += message.pages
        found.passages += message.passages
        return
      case 'stall':
        found.longestCpuMs = Math.max(found.longestCpuMs, message.cpuMs)
        found.longestWaitMs = Math.max(found.longestWaitMs, message.wallMs)
        if (message.cpuMs > STALL_MS)
          found.findings.push(
            `${order.name}: ${project}: stall of CPU ${message.cpuMs} ms, ${message.wallMs} ms`,
          )
        return
      case 'problem': {
        const general = message.message.replace(/["'`“”‘’«»].*["'`“”‘’«»]/gs, '…').slice(0, 60)
        found.messages.set(general, (found.messages.get(general) ?? 0) + 1)
        if (UNEXPECTED.test(message.message) || MISSING_VALUE.test(message.message.replace(QUOTED, '…')))
          found.findings.push(`${order.name}: ${message.file}: ${message.message.slice(0, 3_000)}`)
        return
      }
      case 'indexed':
        found.rss = message.rss
        resolve()
    }
  }
  const died = (code: number | null, signal: string | null) =>
    reject(new Error(`The process ended (${code ?? signal}) in ${order.name}, ${project}.`))
  child.on('message', listen).on('exit', died)
  child.send(order)
  await promise
  child.off('message', listen).off('exit', died)
}

test(
  `${TOTAL} generated documents are indexed: none crashes a parser or holds the process up`,
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'docent-documents-'))
    await using site = await simulateSite()
    const child = fork(new URL('./index-process.ts', import.meta.url), {
      execArgv: [...FROM_SOURCES],
      env: { ...process.env, GENERATED_SITE: site.url },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const found: Findings = {
      findings: [],
      messages: new Map(),
      longestCpuMs: 0,
      longestWaitMs: 0,
      pages: 0,
      passages: 0,
      rss: 0,
    }
    const began = performance.now()
    const seconds = () => Math.round((performance.now() - began) / 1_000)
    let written = 0
    try {
      await once(child, 'message')
      for (let round = 0; written < TOTAL; round++) {
        const folder = join(directory, String(round))
        written += await writeRound(
          folder,
          SEED + round,
          Math.min(ROUND, TOTAL - written),
          (path, content) => {
            site.set(path, { body: content, type: 'text/html' })
          },
        )
        await indexRound(child, { folder, name: `seed ${SEED + round}` }, found)
        if (TOTAL > ROUND)
          console.log(
            JSON.stringify({ written, findings: found.findings.length, rss: found.rss, s: seconds() }),
          )
        await rm(folder, { recursive: true })
      }
    } finally {
      child.kill('SIGKILL')
      await rm(directory, { recursive: true, force: true })
    }
    const { findings, messages, ...figures } = found
    console.log(JSON.stringify({ documents: written, seed: SEED, seconds: seconds(), ...figures }))
    if (TOTAL > ROUND) console.log(JSON.stringify(Object.fromEntries(messages)))
    expect(findings).toEqual([])
    expect(found.pages).toBeGreaterThan(TOTAL / 2)
  },
  4 * 3_600_000,
)
