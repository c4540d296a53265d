import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, projectId } from '@docent/core/plugin'
import { ObjectStoreOptions, openObjectStore } from '@docent/object-store'
import { SimulatedS3, type SimulateS3Options } from '@docent/simulators'
import { indexedPage } from '@docent/testing'
import { expect, vi } from 'vitest'
import { FileRetriever } from '../../src/file-retriever.ts'

export const project = projectId('hand.book/é')
export const LONG = { timeout: 60_000, interval: 20 }
export const PAGES = ['/a', '/b', '/c', '/d']
const QUIET: Logger = { debug() {}, info() {}, warn() {}, error() {} }

/** Nodes with data folders of their own, over one simulated bucket. */
export class TestNodes {
  s3: SimulatedS3
  /** Added to the clock of every node. */
  later = 0
  readonly #nodes: FileRetriever[] = []

  private constructor(
    readonly folder: string,
    s3: SimulatedS3,
  ) {
    this.s3 = s3
  }

  static async make(options?: SimulateS3Options): Promise<TestNodes> {
    const folder = await mkdtemp(join(tmpdir(), 'docent-replication-'))
    return new TestNodes(folder, await SimulatedS3.start(options))
  }

  async start(name: string, { pollMs = 50, keepMinutes = 60, clockOffMs = 0 } = {}): Promise<FileRetriever> {
    const { s3 } = this
    const options = { s3: { bucket: s3.bucket, prefix: 'team' }, timeoutMs: 60_000, retries: 0 }
    const store = openObjectStore(ObjectStoreOptions.parse(options), s3.environment)
    const node = new FileRetriever({
      directory: join(this.folder, name),
      memoryMb: 16,
      clock: { now: () => Date.now() + this.later + clockOffMs },
      ids: { sortable: randomUUID, secret: randomUUID },
      logger: QUIET,
      replicate: { store, pollMs, keepMinutes },
    })
    this.#nodes.push(node)
    await node.start()
    return node
  }

  /** Keys in the bucket with this part. */
  keys(part: string): string[] {
    return [...this.s3.objects.keys()].filter((key) => key.includes(part))
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await node.stop()
    await this.s3.close()
    await rm(this.folder, { recursive: true })
  }
}

/** @param padding text without words, for files that take several requests */
export async function commit(node: FileRetriever, revision: string, padding = ''): Promise<void> {
  const writer = await node.begin(project)
  try {
    const texts = [`lantern of ${revision}`, ...(padding === '' ? [] : [padding])]
    await writer.write(
      PAGES.map((path) => indexedPage({ path, texts: path === PAGES[0] ? texts : texts.slice(0, 1) })),
    )
    await writer.commit(revision)
  } finally {
    await writer.abort()
  }
}

/** The revisions that the passages of one answer are from. */
export async function revisionsFound(node: FileRetriever): Promise<string[]> {
  const found = await node.search(project, { text: 'lantern', limit: 20 })
  return [...new Set(found.map(({ passage }) => /of (\S+)/.exec(passage.content)?.[1] ?? ''))]
}

export async function serves(node: FileRetriever, revision: string): Promise<void> {
  await vi.waitFor(async () => expect(await revisionsFound(node)).toEqual([revision]), LONG)
}
