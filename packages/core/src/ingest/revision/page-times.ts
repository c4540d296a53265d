import { defined, type PagePresence } from '@docent/content'
import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'

const STATE = 'index-page-times'

const Times = z.object({ from: z.number().optional(), until: z.number().optional() })
const Stored = z.object({ lookedAt: z.number(), files: z.record(z.string(), Times) })

/**
 * When pages come and go by themselves, by file: their files don't change then, so the time takes part in what the index
 * knows of them. When this is lost, the documentation is listed once more, and these pages are parsed again.
 */
export class PageTimes {
  private constructor(
    private readonly notes: ProjectNotes,
    private readonly project: ProjectId,
    private readonly stored: z.infer<typeof Stored> | undefined,
    private readonly files: Map<string, z.infer<typeof Times>>,
    /** Milliseconds since 1970. One run looks at all pages at one time. */
    readonly now: number,
  ) {}

  static async load(
    notes: ProjectNotes,
    project: ProjectId,
    now: number,
    options: CallOptions,
  ): Promise<PageTimes> {
    const read = Stored.safeParse(await notes.read(project, STATE, options))
    const stored = read.success ? read.data : undefined
    return new PageTimes(notes, project, stored, new Map(Object.entries(stored?.files ?? {})), now)
  }

  /** Whether the time of any page came since the last commit. */
  get isDue(): boolean {
    const { lookedAt } = this.stored ?? {}
    return lookedAt === undefined || this.#all().some((time) => lookedAt < time && time <= this.now)
  }

  /** When the next page comes or goes. */
  get next(): number | undefined {
    return this.#all()
      .filter((time) => time > this.now)
      .reduce<number | undefined>((first, time) => Math.min(first ?? time, time), undefined)
  }

  /** '' for a page without times. */
  phaseOf(file: string): string {
    const times = this.files.get(file)
    return times === undefined ? '' : isWithin(times, this.now) ? 'shown' : 'away'
  }

  /** Times that are over change nothing any more. */
  set(file: string, { from, until }: PagePresence): void {
    const isOver = until !== undefined && until <= this.now
    const times = [from, until].filter((time) => time !== undefined && time > this.now)
    if (isOver || times.length === 0) this.files.delete(file)
    else this.files.set(file, defined({ from, until }))
  }

  /** After the commit. */
  async store(exists: (file: string) => boolean): Promise<void> {
    const files = Object.fromEntries([...this.files].filter(([file]) => exists(file)))
    await this.notes.write(this.project, STATE, { lookedAt: this.now, files })
  }

  #all(): number[] {
    return [...this.files.values()].flatMap(({ from, until }) =>
      [from, until].filter((time) => time !== undefined),
    )
  }
}

/** Whether a page that comes and goes is there. */
export function isWithin({ from, until }: z.infer<typeof Times>, now: number): boolean {
  return (from === undefined || from <= now) && (until === undefined || now < until)
}
