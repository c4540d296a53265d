import { hash } from 'node:crypto'
import {
  checkChangedFiles,
  checkJobBytes,
  type FileChange,
  parseStored,
  type RecordedStep,
  type StepDraft,
  stringifyStored,
} from '@docent/core/plugin'
import type { Database } from './database.ts'
import type { JobRow } from './job-rows.ts'

/** What steps that were recorded before it was kept are read with. */
const STEP_OF_OLD = { workMs: 0 }

/** A step ready to be written: hashed and serialized before the transaction, which must be short. */
export interface PreparedStep {
  readonly draft: StepDraft
  /** The step without its changes. */
  readonly body: string
  /** SHA-256 of each change's content, null for a deleted file. */
  readonly hashes: readonly (Uint8Array | null)[]
}

/** @throws DocentError `invalid_request` for a file over 1 MiB */
export function prepareStep(draft: StepDraft): PreparedStep {
  checkChangedFiles(draft.changes)
  const { run, kind, messages, read, data, inputTokens, outputTokens, workMs } = draft
  return {
    draft,
    body: stringifyStored({ run, kind, messages, read, data, inputTokens, outputTokens, workMs }),
    hashes: draft.changes.map(({ content }) => content && hash('sha256', content, 'buffer')),
  }
}

/** Recorded steps, with the files they changed as blobs that are stored once whoever changed them. */
export class JobSteps {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
  }

  /**
   * Within a transaction.
   * @returns the step, and what the job holds with it in bytes
   * @throws DocentError `invalid_request` when the job would hold more than 20 MiB
   */
  insert(row: JobRow, { draft, body, hashes }: PreparedStep): { step: RecordedStep; storedBytes: number } {
    const index = row.lastStep + 1
    const at = this.#now()
    this.#database.run(
      'INSERT INTO job_steps (job, step, at, input_tokens, output_tokens, body) VALUES (?, ?, ?, ?, ?, ?)',
      row.seq,
      index,
      at,
      draft.inputTokens,
      draft.outputTokens,
      body,
    )
    let storedBytes = row.storedBytes
    for (const [position, { path, content, executable }] of draft.changes.entries()) {
      const blob = hashes[position] ?? null
      if (blob && content) {
        if (!this.#holds(row.seq, blob)) storedBytes += content.byteLength
        this.#database.run('INSERT OR IGNORE INTO blobs (hash, content) VALUES (?, ?)', blob, content)
      }
      this.#database.run(
        'INSERT INTO job_changes (job, step, position, path, blob, executable) VALUES (?, ?, ?, ?, ?, ?)',
        row.seq,
        index,
        position,
        JSON.stringify(path),
        blob,
        executable === undefined ? null : Number(executable),
      )
    }
    checkJobBytes(storedBytes)
    return { step: { ...draft, index, at }, storedBytes }
  }

  list(id: string): RecordedStep[] {
    const changes = this.#changes(id)
    return this.#database
      .all<{ step: number; at: number; body: string }>(
        `SELECT step, at, job_steps.body FROM job_steps JOIN jobs ON jobs.seq = job_steps.job
         WHERE jobs.id = ? ORDER BY step`,
        id,
      )
      .map(({ step, at, body }) => ({
        ...STEP_OF_OLD,
        ...(parseStored(body) as Omit<StepDraft, 'changes'>),
        changes: changes.get(step) ?? [],
        index: step,
        at,
      }))
  }

  /** Within a transaction. Deletes all steps of a job, and the blobs that nobody else has. */
  deleteAll(seq: number): void {
    const blobs = this.#database.all<{ blob: Uint8Array }>(
      'SELECT DISTINCT blob FROM job_changes WHERE job = ? AND blob IS NOT NULL',
      seq,
    )
    this.#database.run('DELETE FROM job_steps WHERE job = ?', seq)
    for (const { blob } of blobs) {
      this.#database.run(
        'DELETE FROM blobs WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM job_changes WHERE blob = ?1)',
        blob,
      )
    }
    if (blobs.length > 0) this.#database.run('UPDATE jobs SET stored_bytes = 0 WHERE seq = ?', seq)
  }

  #changes(id: string): Map<number, FileChange[]> {
    const rows = this.#database.all<
      Omit<FileChange, 'executable'> & { step: number; executable: number | null }
    >(
      `SELECT step, path, content, executable FROM job_changes JOIN jobs ON jobs.seq = job_changes.job
         LEFT JOIN blobs ON blobs.hash = job_changes.blob
       WHERE jobs.id = ? ORDER BY step, position`,
      id,
    )
    const byStep = new Map<number, FileChange[]>()
    for (const { step, path, content, executable } of rows) {
      const list = byStep.get(step) ?? []
      list.push({
        path: JSON.parse(path) as string,
        content,
        ...(executable === null ? {} : { executable: executable === 1 }),
      })
      byStep.set(step, list)
    }
    return byStep
  }

  #holds(seq: number, blob: Uint8Array): boolean {
    return this.#database.get('SELECT 1 FROM job_changes WHERE blob = ? AND job = ?', blob, seq) !== undefined
  }
}
