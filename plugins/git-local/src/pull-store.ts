import { createHash } from 'node:crypto'
import { DocentError } from '@docent/core'
import { GitError, runGit } from '@docent/git'
import { PullRecord } from './pull-record.ts'

const NONE = '0'.repeat(40)
const PREFIX = 'refs/docent/pulls/'
/** Keeps the commits of a pull request when its branch is deleted: its diff can still be read. */
const HEADS = 'refs/docent/pull-heads/'
/** Tries of a compare-and-swap that others keep winning. */
const MAX_TRIES = 20

export interface StoredPull {
  record: PullRecord
  /** Id of the blob that holds it: the expected value of the next write. */
  blob: string
}

/**
 * Pull requests inside the repository they belong to. Every write is a ref transaction with expected old values, so
 * that several processes never allot one number twice and never open two pull requests of one branch.
 */
export class PullStore {
  constructor(private readonly gitDir: string) {}

  /** All of them, newest first. */
  async list(signal?: AbortSignal): Promise<StoredPull[]> {
    const { stdout } = await this.#git(['for-each-ref', '--format=%(objectname)', PREFIX], signal)
    const blobs = stdout.toString().split('\n').filter(Boolean)
    if (blobs.length === 0) return []
    const input = `${blobs.join('\n')}\n`
    const { stdout: objects } = await this.#git(['cat-file', '--batch'], signal, input)
    return parseBatch(objects).sort((a, b) => b.record.number - a.record.number)
  }

  async get(number: number, signal?: AbortSignal): Promise<StoredPull | undefined> {
    if (!Number.isSafeInteger(number) || number < 1) return undefined
    const blob = await this.#resolve(`${PREFIX}${number}`, signal)
    if (blob === NONE) return undefined
    const { stdout } = await this.#git(['cat-file', '--batch'], signal, `${blob}\n`)
    return parseBatch(stdout)[0]
  }

  /**
   * Adds a pull request, or answers the open one of that branch and base.
   * `isOpen` decides by the state of the branches, not by the record alone.
   */
  async open(
    draft: Omit<PullRecord, 'number'>,
    isOpen: (pull: PullRecord) => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<PullRecord> {
    const lock = `refs/docent/branches/${createHash('sha1').update(`${draft.branch}\0${draft.base}`).digest('hex')}`
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      // Read before the list: if another process opens one in between, the transaction below is refused.
      const expected = await this.#resolve(lock, signal)
      const pulls = await this.list(signal)
      for (const { record } of pulls) {
        if (record.branch === draft.branch && record.base === draft.base && (await isOpen(record)))
          return record
      }
      const record = { ...draft, number: (pulls[0]?.record.number ?? 0) + 1 }
      const blob = await this.#write(record, signal)
      const done = await this.#transaction(
        [
          `create ${PREFIX}${record.number} ${blob}`,
          `update ${HEADS}${record.number} ${record.headCommit}`,
          `update ${lock} ${blob} ${expected}`,
        ],
        signal,
      )
      if (done) return record
    }
    throw contention()
  }

  /** Changes a record; others' changes in between are kept. Undefined when there is no such pull request. */
  async update(
    number: number,
    change: (record: PullRecord) => PullRecord,
    signal?: AbortSignal,
  ): Promise<PullRecord | undefined> {
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const stored = await this.get(number, signal)
      if (!stored) return undefined
      const record = change(stored.record)
      const blob = await this.#write(record, signal)
      if (blob === stored.blob) return record
      const done = await this.#transaction(
        [`update ${PREFIX}${number} ${blob} ${stored.blob}`, `update ${HEADS}${number} ${record.headCommit}`],
        signal,
      )
      if (done) return record
    }
    throw contention()
  }

  async #resolve(ref: string, signal?: AbortSignal): Promise<string> {
    const { stdout } = await this.#git(['for-each-ref', '--format=%(objectname)', ref], signal)
    return stdout.toString().trim() || NONE
  }

  async #write(record: PullRecord, signal?: AbortSignal): Promise<string> {
    const { stdout } = await this.#git(['hash-object', '-w', '--stdin'], signal, JSON.stringify(record))
    return stdout.toString().trim()
  }

  /** False when a ref did not have its expected value, or another process held its lock. */
  async #transaction(lines: readonly string[], signal?: AbortSignal): Promise<boolean> {
    try {
      await this.#git(['update-ref', '--stdin'], signal, `start\n${lines.join('\n')}\nprepare\ncommit\n`)
      return true
    } catch (error) {
      if (
        GitError.is(error) &&
        /cannot lock ref|reference already exists|is at [0-9a-f]+ but expected/.test(error.stderr)
      )
        return false
      throw error
    }
  }

  #git(args: readonly string[], signal?: AbortSignal, input?: string) {
    return runGit(args, {
      gitDir: this.gitDir,
      ...(signal ? { signal } : {}),
      ...(input === undefined ? {} : { input }),
    })
  }
}

function contention(): DocentError {
  return new DocentError(
    'git_host_failed',
    'The repository is busy: too many changes of pull requests at once.',
    { isRetryable: true },
  )
}

/** `<id> blob <size>\n<bytes>\n` for each object. */
function parseBatch(output: Buffer): StoredPull[] {
  const pulls: StoredPull[] = []
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at)
    const [blob = '', , size = '0'] = output.subarray(at, end).toString().split(' ')
    const start = end + 1
    const json = output.subarray(start, start + Number(size)).toString()
    pulls.push({ blob, record: parseRecord(json) })
    at = start + Number(size) + 1
  }
  return pulls
}

function parseRecord(json: string): PullRecord {
  try {
    return PullRecord.parse(JSON.parse(json))
  } catch (cause) {
    throw new DocentError(
      'git_host_failed',
      `A pull request under ${PREFIX} of the repository is damaged: delete its ref.`,
      { cause },
    )
  }
}
