import { hash } from 'node:crypto'
import { checkChangedFiles, type StepDraft, stringifyStored } from '@docent/core/plugin'

/** A step ready to be written: hashed and serialized before the transaction, which must be short. */
export interface PreparedStep {
  readonly draft: StepDraft
  /** The step without its changes. */
  readonly body: string
  /** SHA-256 of each change's content, null for a deleted file. */
  readonly hashes: readonly (Buffer | null)[]
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
