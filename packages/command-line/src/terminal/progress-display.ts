import type { CommandProgress } from '@docent/core/plugin'
import { Presets, SingleBar } from 'cli-progress'
import { progressText } from './progress-text.ts'
import { style } from './style.ts'

/** A program that reads standard error wants to hear that the command is alive, and no more. */
const PLAIN_AFTER_MS = 5_000
const PLAIN_EVERY_MS = 10_000
const BAR_CELLS = 24

/** Shows progress on standard error: a bar in a terminal, a plain line now and then elsewhere. */
export class ProgressDisplay {
  #bar: SingleBar | undefined
  #began: number | undefined
  #plainAt = 0

  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly now: () => number = () => performance.now(),
  ) {}

  show(progress: CommandProgress): void {
    if (this.stream.isTTY) this.#showBar(progress)
    else this.#showLine(progress)
  }

  /** Takes the bar away, so that other output begins on an empty line. */
  clear(): void {
    this.#bar?.stop()
    this.#bar = undefined
  }

  /** Nothing is waited for any more: the next wait begins anew. */
  end(): void {
    this.clear()
    this.#began = undefined
  }

  #showBar(progress: CommandProgress): void {
    if (this.#bar) {
      this.#bar.update(progress.done, { progress })
      return
    }
    this.#bar = new SingleBar(
      {
        stream: this.stream,
        clearOnComplete: true,
        hideCursor: true,
        linewrap: false,
        fps: 10,
        // Ctrl-C is the command's own to handle.
        gracefulExit: false,
        format: (_options, _params, payload: { progress: CommandProgress }) => barText(payload.progress),
      },
      Presets.shades_classic,
    )
    this.#bar.start(Math.max(progress.total, 1), progress.done, { progress })
  }

  #showLine(progress: CommandProgress): void {
    const now = this.now()
    if (this.#began === undefined) {
      this.#began = now
      this.#plainAt = now + PLAIN_AFTER_MS
    }
    if (now < this.#plainAt) return
    this.#plainAt = now + PLAIN_EVERY_MS
    this.stream.write(`${progressText(progress)}\n`)
  }
}

function barText(progress: CommandProgress): string {
  if (progress.total === 0) return progressText(progress)
  const cells = Math.min(BAR_CELLS, Math.round((progress.done / progress.total) * BAR_CELLS))
  const bar = style('cyan', '█'.repeat(cells), process.stderr) + '░'.repeat(BAR_CELLS - cells)
  return `${bar} ${progressText(progress)}`
}
