import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { z } from 'zod'

/** A small file about the backups of a data directory, replaced as a whole. */
export class RecordFile<Shape extends z.ZodType> {
  constructor(
    private readonly name: string,
    private readonly shape: Shape,
  ) {}

  /** Undefined when there is none. */
  async read(dataDirectory: string): Promise<z.output<Shape> | undefined> {
    const text = await readFile(this.#in(dataDirectory), 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    })
    return text === undefined ? undefined : this.shape.parse(JSON.parse(text))
  }

  async write(dataDirectory: string, record: z.output<Shape>): Promise<void> {
    const file = this.#in(dataDirectory)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const draft = `${file}.${process.pid}`
    await writeFile(draft, JSON.stringify(record), { mode: 0o600 })
    await rename(draft, file)
  }

  #in(dataDirectory: string): string {
    return join(dataDirectory, 'backups', this.name)
  }
}
