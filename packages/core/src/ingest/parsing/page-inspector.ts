import { availableParallelism } from 'node:os'
import type { PageInspection } from '@docent/content'
import { inject, Lifecycle, scoped } from 'tsyringe'
import type { CallOptions } from '../../ports/call-options.ts'
import { NO_SITE_MODULES, SiteModules } from '../../ports/site-modules.ts'
import { failedInspection, type InspectedText, inspectSourceText } from './inspect-source-text.ts'
import { PARSE_WORKER, threadEntry } from './thread-entry.ts'
import { ThreadPool } from './thread-pool.ts'
import type { ThreadWork } from './thread-pool-parser.ts'

const MOST_THREADS = 4
/** Runs check again and again within seconds; a thread that knows the MDX parser is kept for them. */
const IDLE_MS = 30_000

/**
 * Looks at pages for the checks of all runs of the process, in worker threads: one page of MDX parses for longer than
 * a stream of answers may stand still.
 */
@scoped(Lifecycle.ContainerScoped)
export class PageInspector {
  #pool: ThreadPool<InspectedText, PageInspection> | undefined

  constructor(@inject(SiteModules) private readonly modules: SiteModules = NO_SITE_MODULES) {}

  /** One inspection for each file, in their order. */
  async inspect(files: readonly InspectedText[], options: CallOptions = {}): Promise<PageInspection[]> {
    if (files.length === 0) return []
    const entry = threadEntry(import.meta.url, PARSE_WORKER)
    if (entry === undefined) return inspectHere(files, options)
    this.#pool ??= new ThreadPool<InspectedText, PageInspection>({
      entry,
      work: { kind: 'inspect', modules: this.modules } satisfies ThreadWork,
      threads: Math.max(1, Math.min(availableParallelism() - 1, MOST_THREADS)),
      idleMs: IDLE_MS,
      failed: ({ file }, { message }) => failedInspection(file, message),
    })
    return this.#pool.run(files, options)
  }

  /** Ends the threads; the container calls it when it ends itself. */
  async dispose(): Promise<void> {
    await this.#pool?.close()
    this.#pool = undefined
  }
}

/** A test runner has no threads for sources: a file at a time, with a turn for other work in between. */
async function inspectHere(
  files: readonly InspectedText[],
  { signal }: CallOptions,
): Promise<PageInspection[]> {
  const inspections: PageInspection[] = []
  for (const file of files) {
    signal?.throwIfAborted()
    inspections.push(await inspectSourceText(file))
    await new Promise(setImmediate)
  }
  return inspections
}
