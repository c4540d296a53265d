import type { ProjectId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'

export interface WantedIndex {
  readonly project: Project
  /** Every page, changed or not. */
  readonly force: boolean
  /** Only if the source wants to be read now. */
  readonly onlyWhenDue: boolean
  readonly ifBusy: 'ask again' | 'leave'
}

/** Projects to index, each from a moment on. What is asked for twice is done once, at the earlier moment. */
export class WantedIndexes {
  readonly #wanted = new Map<ProjectId, WantedIndex & { at: number }>()
  readonly #onDue: () => void
  #timer: NodeJS.Timeout | undefined

  /** @param onDue called when at least one can be taken */
  constructor(onDue: () => void) {
    this.#onDue = onDue
  }

  add(wanted: WantedIndex, inMs: number): void {
    const known = this.#wanted.get(wanted.project.id)
    this.#wanted.set(wanted.project.id, {
      project: wanted.project,
      force: wanted.force || known?.force === true,
      onlyWhenDue: wanted.onlyWhenDue && known?.onlyWhenDue !== false,
      ifBusy: known?.ifBusy === 'ask again' ? known.ifBusy : wanted.ifBusy,
      at: Math.min(Date.now() + inMs, known?.at ?? Number.POSITIVE_INFINITY),
    })
    this.#wake()
  }

  /** Takes those whose moment has come. */
  take(): WantedIndex[] {
    const now = Date.now()
    const due = [...this.#wanted.values()].filter(({ at }) => at <= now)
    for (const { project } of due) this.#wanted.delete(project.id)
    this.#wake()
    return due
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#wanted.clear()
  }

  #wake(): void {
    clearTimeout(this.#timer)
    if (this.#wanted.size === 0) return
    const next = Math.min(...[...this.#wanted.values()].map(({ at }) => at))
    this.#timer = setTimeout(this.#onDue, Math.max(0, next - Date.now())).unref()
  }
}
