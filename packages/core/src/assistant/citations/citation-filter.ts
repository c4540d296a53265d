import type { FoundPassages } from '../search/found-passages.ts'
import { CitationWriter, type CitedPage } from './citation-writer.ts'
import { AddressGuard } from './guard/address-guard.ts'
import { AllowedAddresses } from './guard/allowed-addresses.ts'

/**
 * Lets an answer through as it is written, but only with links and citations to what was retrieved. The writer makes
 * them out of what models write; the guard behind it decides on what renderers of Markdown see, so that no other
 * address is left. Holds back at most one open construct.
 */
export class CitationFilter {
  readonly #writer: CitationWriter
  readonly #guard: AddressGuard

  /** @param askedText text of the caller: addresses in it may be repeated */
  constructor(found: FoundPassages, askedText: string) {
    const allowed = new AllowedAddresses(found, askedText)
    this.#writer = new CitationWriter(found, allowed)
    this.#guard = new AddressGuard(allowed)
  }

  /** Pages that the answer cites, in the order of their first citation. */
  get cited(): readonly CitedPage[] {
    return this.#writer.cited
  }

  /** True when the answer says that the docs hold none. */
  get unanswered(): boolean {
    return this.#writer.unanswered
  }

  write(text: string): string {
    return this.#guard.write(this.#writer.write(text))
  }

  /** What was still held back. Text that is written afterwards, after a tool call, begins a paragraph of its own. */
  end(): string {
    return this.#guard.write(this.#writer.end()) + this.#guard.end()
  }
}
