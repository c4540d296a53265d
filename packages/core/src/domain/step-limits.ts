import { DocentError } from '../errors/docent-error.ts'

/** The largest file that a step may change: 1 MiB. */
export const MAX_CHANGED_FILE_BYTES: number = 1024 * 1024
/** The most that all changes of a job may hold, each content counted once: 20 MiB. */
export const MAX_JOB_BYTES: number = 20 * 1024 * 1024

/** @throws DocentError `invalid_request` that names the file. */
export function checkChangedFiles(
  changes: readonly { readonly path: string; readonly content: Uint8Array | null }[],
): void {
  for (const [index, { path, content }] of changes.entries()) {
    if (content === null || content.byteLength <= MAX_CHANGED_FILE_BYTES) continue
    throw new DocentError('invalid_request', `The file ${path} is larger than 1 MiB: make it smaller.`, {
      issues: [{ path: `changes[${index}].content`, message: 'is larger than 1 MiB' }],
    })
  }
}

/** @throws DocentError `invalid_request` when a job would hold more than it may. */
export function checkJobBytes(bytes: number): void {
  if (bytes <= MAX_JOB_BYTES) return
  throw new DocentError(
    'invalid_request',
    'The changes of this job are larger than 20 MiB in all: publish the current changes, and continue in another job.',
    { issues: [{ path: 'changes', message: 'are larger than 20 MiB with those recorded before' }] },
  )
}
