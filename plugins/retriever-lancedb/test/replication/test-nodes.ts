import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, projectId } from '@docent/core'
import { ObjectStoreOptions, openObjectStore } from '@docent/object-store'
import { SimulatedS3, type SimulateS3Options } from '@docent/simulators'
import { indexedPage } from '@docent/testing'
import { expect, vi } from 'vitest'
import { LancedbRetriever } from '../../src/lancedb-retriever.ts'

export const project = projectId('hand.book/é')
export const LONG = { timeout: 60_000, interval: 20 }
export const PAGES = ['/a', '/b', '/c', '/d']
const QUIET: Logger = { debug() {}, info() {}, warn() {}, error() {} }

/** Nodes with data folders of their own, over one simulated bucket. */
export class TestNodes {
  s3: SimulatedS3
  /** Added to the clock of every node. */
  later = 0
  readonly #nodes: LancedbRetriever[] = []

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

  async start(name: string, { pollMs = 50, keepMinutes = 60 } = {}): Promise<LancedbRetriever> {
    const { s3 } = this
    const options = { s3: { bucket: s3.bucket, prefix: 'team' }, timeoutMs: 60_000, retries: 0 }
    const store = openObjectStore(ObjectStoreOptions.parse(options), s3.environment)
    const node = new LancedbRetriever({
      directory: join(this.folder, name),
      cacheMb: 16,
      clock: { now: () => Date.now() + this.later },
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

export async function commit(node: LancedbRetriever, revision: string, pages = PAGES): Promise<void> {
  const writer = await node.begin(project)
  try {
    await writer.write(pages.map((path) => indexedPage({ path, texts: [`lantern of ${revision}`] })))
    await writer.commit(revision)
  } finally {
    await writer.abort()
  }
}

/** The revisions that the passages of one answer are from. */
export async function revisionsFound(node: LancedbRetriever): Promise<string[]> {
  const found = await node.search(project, { text: 'lantern', limit: 20 })
  return [...new Set(found.map(({ passage }) => /of (\S+)/.exec(passage.content)?.[1] ?? ''))]
}

export async function serves(node: LancedbRetriever, revision: string): Promise<void> {
  await vi.waitFor(async () => expect(await revisionsFound(node)).toEqual([revision]), LONG)
}
