import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Clock, DocentError, type Ids, LeaseLost } from '@docent/core/plugin'
import { z } from 'zod'
import { isMissing } from './current-revision.ts'

const Holder = z.object({
  token: z.string(),
  pid: z.int(),
  host: z.string(),
  purpose: z.enum(['write', 'pull']),
})
type Holder = z.infer<typeof Holder>

const FILE = 'writer.lock'
const HEARTBEAT_MS = 5_000
const STALE_AFTER_MS = 30_000
const WAIT_FOR_PULL_MS = 60_000
const POLL_MS = 10

export interface LockRequest {
  folder: string
  /** `pull` brings a revision from the store of all nodes. */
  purpose: 'write' | 'pull'
  clock: Clock
  ids: Ids
  signal?: AbortSignal
}

/**
 * Keeps those apart who replace what is served of a project, also across processes. The caller of `Retriever.begin` already holds a lease; this guards the files where it does not reach. The lock of a
 * process that died (same host), or that gave no sign of life for 30 s, is taken over.
 */
export class WriterLock {
  readonly #path: string
  readonly #token: string
  readonly #beat: NodeJS.Timeout

  private constructor(path: string, token: string, clock: Clock) {
    this.#path = path
    this.#token = token
    this.#beat = setInterval(() => {
      const now = new Date(clock.now())
      // A lock that was taken over is missed at `assertHeld`, before anything is published.
      utimes(path, now, now).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    }, HEARTBEAT_MS).unref()
  }

  /**
   * Waits for a pull that runs.
   *
   * @throws DocentError `conflict`, retryable, when a revision is open, or when the pull takes longer than a minute
   */
  static async take(request: LockRequest): Promise<WriterLock> {
    const { folder, purpose, clock, ids, signal } = request
    const path = join(folder, FILE)
    const holder: Holder = { token: ids.secret(), pid: process.pid, host: hostname(), purpose }
    const deadline = clock.now() + WAIT_FOR_PULL_MS
    for (;;) {
      signal?.throwIfAborted()
      if (await create(path, holder)) return new WriterLock(path, holder.token, clock)
      const other = await readHolder(path)
      if (other === undefined) continue
      if (await isDead(path, other, clock)) {
        await removeIfStill(path, other.token)
        continue
      }
      if (other.purpose === 'write' || clock.now() > deadline) throw busy()
      await wait(POLL_MS)
    }
  }

  /** @throws LeaseLost when another writer took the lock over. */
  async assertHeld(): Promise<void> {
    if ((await readHolder(this.#path))?.token === this.#token) return
    throw new LeaseLost(
      'The index of this project is being written by another process: this revision was not committed.',
    )
  }

  async release(): Promise<void> {
    clearInterval(this.#beat)
    await removeIfStill(this.#path, this.#token)
  }
}

/** A link appears whole or not at all, so nobody reads a lock that is half written. */
async function create(path: string, holder: Holder): Promise<boolean> {
  const draft = `${path}.${holder.token}`
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 })
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Undefined when nobody holds it. */
async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return Holder.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function isDead(path: string, holder: Holder, clock: Clock): Promise<boolean> {
  if (holder.host === hostname() && !isAlive(holder.pid)) return true
  try {
    return clock.now() - (await stat(path)).mtimeMs > STALE_AFTER_MS
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

async function removeIfStill(path: string, token: string): Promise<void> {
  if ((await readHolder(path))?.token === token) await rm(path, { force: true })
}

function busy(): DocentError {
  return new DocentError(
    'conflict',
    'Another revision of this index is being written. Try again when it has ended.',
    {
      isRetryable: true,
      retryAfterMs: 1_000,
    },
  )
}
