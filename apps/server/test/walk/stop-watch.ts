import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'

export interface Stage {
  name: string
  /** Seconds since the walk began. */
  at: number
  /** Goal, in seconds. */
  goal: number
  /** Clicks and fields so far. */
  actions: number
}

/** Times a walk: every action waits as long as a person reads before it, and is pictured. */
export class StopWatch {
  readonly stages: Stage[] = []
  readonly #began = performance.now()
  #actions = 0
  #pictures = 0

  constructor(
    readonly folder: string,
    readonly readingMs: number,
  ) {}

  get seconds(): number {
    return (performance.now() - this.#began) / 1000
  }

  reached(name: string, goal: number): void {
    this.stages.push({ name, at: this.seconds, goal, actions: this.#actions })
    console.log(`${this.seconds.toFixed(1).padStart(6)} s  ${name}`)
  }

  async click(target: Locator): Promise<void> {
    await target.waitFor()
    await this.#read(target.page())
    await target.click()
  }

  async fill(target: Locator, text: string): Promise<void> {
    await target.waitFor()
    await this.#read(target.page())
    await target.fill(text)
  }

  async look(page: Page, name: string): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    const number = String(++this.#pictures).padStart(2, '0')
    await page.screenshot({ path: join(this.folder, `${number}-${name}.png`) })
  }

  async #read(page: Page): Promise<void> {
    this.#actions++
    await this.look(page, 'before-action')
    await wait(this.readingMs)
  }
}
