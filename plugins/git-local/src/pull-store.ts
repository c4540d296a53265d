import { timingSafeEqual } from 'node:crypto'
import { DocentError, defined, isBranchName, sleep } from '@docent/core/plugin'
import { CatFile, GitError, type ObjectFormat, ObjectWriter, readObjectFormat, runGit } from '@docent/git'
import { PullRecord } from './pull-record.ts'
import { branchRef, headRef, NEWEST, PULLS, tokenRef } from './pull-refs.ts'

/** Commits that are looked at before git itself is asked how two commits lie to each other. */
const SHORT_WALK = 32
/** Tries of a compare-and-swap that others keep winning. */
const MAX_TRIES = 20

export interface StoredPull {
  record: PullRecord
  /** Id of the blob that holds it: the expected value of the next write. */
  blob: string
}

/**
 * Pull requests inside the repository they belong to, found by number, branch or token through refs of their own: no
 * look-up reads more when there are more of them. Every write is a ref transaction with expected old values, so that
 * several processes never allot one number twice and never open two pull requests of one branch.
 */
export class PullStore {
  readonly #objects: CatFile
  readonly #writer: ObjectWriter

  /** Reads by one process of git until `close`. */
  constructor(
    readonly gitDir: string,
    private readonly signal?: AbortSignal,
  ) {
    this.#objects = new CatFile(gitDir)
    let format: Promise<ObjectFormat> | undefined
    this.#writer = new ObjectWriter(gitDir, () => {
      format ??= readObjectFormat(gitDir)
      return format
    })
  }

  close(): void {
    this.#objects.close()
  }

  async get(number: number): Promise<StoredPull | undefined> {
    return Number.isSafeInteger(number) && number >= 1 ? this.#read(`${PULLS}${number}`) : undefined
  }

  /** Of one head branch, newest first. */
  async ofBranch(branch: string): Promise<PullRecord[]> {
    await this.#newest()
    return this.#chain(branch)
  }

  async byToken(token: string): Promise<PullRecord | undefined> {
    await this.#newest()
    const number = (await this.#read(tokenRef(token)))?.record.number
    const record = number === undefined ? undefined : (await this.get(number))?.record
    return record && timingSafeEqual(Buffer.from(record.token), Buffer.from(token)) ? record : undefined
  }

  /** Newest commit of a branch; undefined when there is no such branch. */
  async tip(branch: string): Promise<string | undefined> {
    if (!isBranchName(branch)) return undefined
    const ref = `refs/heads/${branch}`
    // What is no ref may still be taken for the output of git-describe, whose end names a commit.
    if (/-g[0-9a-f]{4,}$/.test(branch)) {
      const args = ['for-each-ref', '--format=%(refname) %(objectname)', ref]
      const lines = (await this.#git(args)).stdout.toString().split('\n')
      return lines.find((line) => line.startsWith(`${ref} `))?.slice(ref.length + 1)
    }
    return (await this.#objects.info(ref, this.signal))?.id
  }

  /**
   * True when `ancestor` is found a few commits before `commit`: so it is with a branch whose base did not move on. It
   * spares a process; false says nothing.
   */
  async isShortlyBefore(ancestor: string, commit: string): Promise<boolean> {
    const seen = new Set([commit])
    for (const id of seen) {
      if (seen.size > SHORT_WALK) return false
      const object = await this.#objects.contents(id, this.signal)
      const [header = ''] = object?.content.toString('latin1').split('\n\n', 1) ?? []
      for (const [, parent = ''] of header.matchAll(/^parent ([0-9a-f]+)$/gm)) {
        if (parent === ancestor) return true
        seen.add(parent)
      }
    }
    return false
  }

  /**
   * Adds a pull request, or answers the open one of that branch and base.
   * `current` brings a record up to the state of the branches.
   */
  async open(
    draft: Omit<PullRecord, 'number' | 'previous'>,
    current: (pull: PullRecord) => Promise<PullRecord>,
  ): Promise<PullRecord> {
    return this.#retry(async () => {
      // The number first: when another process opens one after this line, the transaction below is refused.
      const newest = await this.#newest()
      const number = newest.number + 1
      const earlier = await this.#chain(draft.branch)
      for (const record of earlier) {
        const found = record.base === draft.base ? await current(record) : undefined
        if (found?.state === 'open') return found
      }
      const previous = earlier[0]?.number
      const record: PullRecord = { ...draft, number, ...defined({ previous }) }
      const blob = await this.#write(record)
      const lines = [
        `update ${headRef(number)} ${record.headCommit}`,
        `create ${PULLS}${number} ${blob}`,
        ...indexLines(record, blob, newest.blob),
      ]
      return (await this.#transaction(lines)) ? record : undefined
    })
  }

  /** Changes a record; others' changes in between are kept. Undefined when there is no such pull request. */
  async update(number: number, change: (record: PullRecord) => PullRecord): Promise<PullRecord | undefined> {
    const updated = await this.#retry(async () => {
      const stored = await this.get(number)
      if (!stored) return 'gone'
      const record = change(stored.record)
      const blob = await this.#write(record)
      if (blob === stored.blob) return record
      const lines = [
        `update ${PULLS}${number} ${blob} ${stored.blob}`,
        `update ${headRef(number)} ${record.headCommit}`,
      ]
      return (await this.#transaction(lines)) ? record : undefined
    })
    return updated === 'gone' ? undefined : updated
  }

  /**
   * Number 0 when there is none. Before it answers, what is not in the index yet is added: all of a repository that was
   * written before there was one, and the last pull request of a process that died between two refs of a transaction.
   */
  async #newest(): Promise<{ number: number; blob?: string }> {
    return this.#retry(async () => {
      const newest = await this.#read(NEWEST)
      if (!newest) {
        const all = await this.#list()
        if (all.length > 0) await this.#indexAll(all)
        return all.length > 0 ? undefined : { number: 0 }
      }
      const { number } = newest.record
      const torn = await this.get(number + 1)
      if (!torn) return { number, blob: newest.blob }
      await this.#transaction(indexLines(torn.record, torn.blob, newest.blob))
      return undefined
    })
  }

  async #indexAll(all: readonly StoredPull[]): Promise<void> {
    const last = new Map<string, StoredPull>()
    const lines: string[] = []
    for (const { record, blob } of all) {
      const previous = last.get(record.branch)?.record.number
      const linked = previous === undefined ? record : { ...record, previous }
      const id = previous === undefined ? blob : await this.#write(linked)
      last.set(record.branch, { record: linked, blob: id })
      if (id !== blob) lines.push(`update ${PULLS}${record.number} ${id} ${blob}`)
      lines.push(`update ${tokenRef(record.token)} ${id}`)
    }
    for (const [branch, { blob }] of last) lines.push(`update ${branchRef(branch)} ${blob}`)
    // Last: until it is there, the index counts as not made.
    lines.push(`create ${NEWEST} ${all.at(-1)?.blob}`)
    await this.#transaction(lines)
  }

  async #chain(branch: string): Promise<PullRecord[]> {
    const found: PullRecord[] = []
    let number = (await this.#read(branchRef(branch)))?.record.number
    while (number !== undefined) {
      const record: PullRecord | undefined = (await this.get(number))?.record
      if (!record) break
      found.push(record)
      number = record.previous
    }
    return found
  }

  /** All of them, oldest first. */
  async #list(): Promise<StoredPull[]> {
    const { stdout } = await this.#git(['for-each-ref', '--format=%(refname)', PULLS])
    const refs = stdout.toString().split('\n').filter(Boolean)
    const all = (await Promise.all(refs.map((ref) => this.#read(ref)))).filter((pull) => pull !== undefined)
    return all.sort((a, b) => a.record.number - b.record.number)
  }

  async #read(ref: string): Promise<StoredPull | undefined> {
    const found = await this.#objects.contents(ref, this.signal)
    return found && { blob: found.id, record: parseRecord(found.content.toString()) }
  }

  #write(record: PullRecord): Promise<string> {
    return this.#writer.write('blob', Buffer.from(JSON.stringify(record)))
  }

  /** Until it answers something; waits a little between, so that processes do not keep meeting. */
  async #retry<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      const result = await attempt()
      if (result !== undefined) return result
      if (tries === MAX_TRIES) throw contention()
      await sleep(Math.random() * 5 * tries, this.signal)
    }
  }

  /** False when a ref did not have its expected value, or another process held its lock. */
  async #transaction(lines: readonly string[]): Promise<boolean> {
    try {
      await this.#git(['update-ref', '--stdin'], `start\n${lines.join('\n')}\nprepare\ncommit\n`)
      return true
    } catch (error) {
      const refused = /cannot lock ref|reference already exists|is at [0-9a-f]+ but expected/
      if (GitError.is(error) && refused.test(error.stderr)) return false
      throw error
    }
  }

  #git(args: readonly string[], input?: string) {
    return runGit(args, {
      gitDir: this.gitDir,
      ...(this.signal ? { signal: this.signal } : {}),
      ...defined({ input }),
    })
  }
}

/**
 * In this order git makes them: the newest last, so that one that died on the way is noticed. Its expected value keeps
 * one who comes late with the same news from undoing newer ones.
 */
/** Ids have as many zeros as the repository's have digits, where there must be no ref yet. */
function indexLines(record: PullRecord, blob: string, newest = '0'.repeat(blob.length)): string[] {
  return [
    `update ${branchRef(record.branch)} ${blob}`,
    `update ${tokenRef(record.token)} ${blob}`,
    `update ${NEWEST} ${blob} ${newest}`,
  ]
}

function contention(): DocentError {
  return new DocentError(
    'git_host_failed',
    'The repository is busy, because too many pull requests change at the same time.',
    { isRetryable: true },
  )
}

function parseRecord(json: string): PullRecord {
  try {
    return PullRecord.parse(JSON.parse(json))
  } catch (cause) {
    throw new DocentError(
      'git_host_failed',
      `A pull request under ${PULLS} of the repository is damaged: delete its ref.`,
      { cause },
    )
  }
}
