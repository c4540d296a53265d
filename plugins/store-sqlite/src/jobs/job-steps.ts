import { checkJobBytes, type RecordedStep } from '@docent/core/plugin'
import type { PreparedStep } from '@docent/sql'
import type { Database } from '../database.ts'
import type { JobRow } from './job-rows.ts'

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

  #holds(seq: number, blob: Uint8Array): boolean {
    return this.#database.get('SELECT 1 FROM job_changes WHERE blob = ? AND job = ?', blob, seq) !== undefined
  }
}
