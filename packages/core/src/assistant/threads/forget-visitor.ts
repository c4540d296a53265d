import type { Project } from '../../domain/project.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ReadingStore } from '../../ports/reading-store.ts'
import type { ThreadStore } from '../../ports/thread-store.ts'

/**
 * Deletes the questions, answers, searches, and feedback of a visitor, by the fingerprint that the site gave them. Returns the number of threads;
 * none is no error, so that the call can be repeated.
 * @throws DocentError `invalid_request` for `anonymous`, which many visitors share.
 */
export async function forgetVisitor(
  { threads, readings }: { threads: ThreadStore; readings: ReadingStore },
  project: Project,
  fp: string,
  options: CallOptions = {},
): Promise<{ deleted: number }> {
  if (fp === 'anonymous') {
    const message = 'is shared by all anonymous visitors; their threads go with assistant.keepThreadsDays'
    throw new DocentError('invalid_request', `fp: "anonymous" ${message}.`, {
      issues: [{ path: 'fp', message }],
    })
  }
  await readings.forget(project.id, fp, options)
  return { deleted: await threads.forget(project.id, fp, options) }
}
