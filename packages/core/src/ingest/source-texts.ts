import { expandIncludes, includeCandidates, type SiteLayout } from '@docent/content'
import type { CallOptions } from '../ports/call-options.ts'
import type { SourceFile } from '../ports/docs-source.ts'

/** How deep included files may include others. */
const DEEPEST = 5

/** The texts of a snapshot's files that others include, each read once. */
export class SourceTexts {
  readonly #files: ReadonlyMap<string, SourceFile>
  readonly #root: string
  readonly #texts = new Map<string, Promise<string>>()

  readonly #layout: Pick<SiteLayout, 'root' | 'rewrite'>

  /** @param layout absolute includes begin at its root */
  constructor(files: readonly SourceFile[], layout: Pick<SiteLayout, 'root' | 'rewrite'>) {
    this.#files = new Map(files.map((file) => [file.path, file]))
    this.#root = layout.root
    this.#layout = layout
  }

  /** Of those that exist. */
  hashes(paths: readonly string[]): string[] {
    return paths.map((path) => this.#files.get(path)?.hash ?? 'gone')
  }

  /** A page's text with what it includes and as its site writes it; `expanded` is absent when that is what it says. */
  async expand(
    file: string,
    content: Uint8Array,
    options: CallOptions,
  ): Promise<{ expanded?: string; included: string[] }> {
    const source = new TextDecoder().decode(content)
    const texts = new Map<string, string>()
    let wanted = this.#existing(file, source)
    for (let depth = 0; wanted.length > 0 && depth < DEEPEST; depth++) {
      const next: string[] = []
      for (const path of wanted) {
        if (texts.has(path)) continue
        const text = await this.#read(path, options)
        texts.set(path, text)
        next.push(...this.#existing(path, text))
      }
      wanted = next
    }
    const whole =
      texts.size === 0
        ? source
        : expandIncludes(file, source, (path) => texts.get(path), { root: this.#root })
    const expanded = this.#layout.rewrite?.(file, whole) ?? whole
    return { ...(expanded === source ? {} : { expanded }), included: [...texts.keys()].sort() }
  }

  #existing(file: string, source: string): string[] {
    return includeCandidates(file, source, { root: this.#root }).filter((path) => this.#files.has(path))
  }

  #read(path: string, options: CallOptions): Promise<string> {
    const known = this.#texts.get(path)
    if (known !== undefined) return known
    const text = this.#load(path, options)
    this.#texts.set(path, text)
    // A failure is not remembered: the run that it ends is begun anew.
    text.catch(() => this.#texts.delete(path))
    return text
  }

  async #load(path: string, options: CallOptions): Promise<string> {
    const bytes = await this.#files.get(path)?.read(options)
    return new TextDecoder().decode(bytes)
  }
}
