/** What the converter uses of Asciidoctor's nodes: https://docs.asciidoctor.org/asciidoctor.js/latest. */
export interface AsciidocNode {
  readonly nodeName: string
  readonly id?: string | null
  readonly level?: number | null
  readonly style?: string | null
  readonly title?: string | null
  readonly type?: string | null
  readonly target?: string | null
  readonly text?: string | null
  readonly reftext?: string | null
  /** `Table 1. `: before the titles of figures, tables, and examples. */
  readonly caption?: string | null
  readonly document: {
    readonly catalog: { readonly refs: Readonly<Record<string, AsciidocNode>> }
    readonly attributes: Readonly<Record<string, unknown>>
    readonly footnotes: readonly { readonly index: number; readonly text: string }[]
  }
  getAttribute(name: string): unknown
}

/** A block with others in it, or with text. */
export interface AsciidocBlock extends AsciidocNode {
  content(): Promise<unknown>
  getSource(): string
  hasSub(name: string): boolean
  applySubs(text: string, subs: readonly string[]): unknown
}

export interface AsciidocSection extends AsciidocBlock {
  readonly numbered?: boolean
  sectnum?(): string
  xreftext?(style: string | null): Promise<string | null>
}

export interface AsciidocItem extends AsciidocBlock {
  getText(): string
  hasText(): boolean
  hasBlocks(): boolean
}

export interface AsciidocList<Item> extends AsciidocBlock {
  getItems(): readonly Item[]
}

/** The terms of a description, and what is said of them. */
export type AsciidocDescription = readonly [terms: readonly AsciidocItem[], description: AsciidocItem | null]

export interface AsciidocTable extends AsciidocBlock {
  readonly rows: Readonly<Record<'head' | 'body' | 'foot', readonly (readonly AsciidocCell[])[]>>
}

export interface AsciidocCell {
  readonly style?: string | null
  readonly text: string
  content(): Promise<string | readonly string[]>
}
