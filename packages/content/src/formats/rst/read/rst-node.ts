/** A node of a document in reStructuredText. Texts are as they are written: what stands within a line is read later. */
export type RstNode =
  | { kind: 'title'; level: number; text: string; id: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'literal'; text: string }
  | { kind: 'quote'; children: RstNode[] }
  | RstList
  | RstDefinitions
  | RstFields
  | { kind: 'lines'; lines: string[] }
  | RstTable
  | RstDirective
  /** Names and ids of what comes next. */
  | { kind: 'target'; targets: { name: string; id: string }[] }
  | { kind: 'footnote'; label: string; id: string; children: RstNode[] }
  | { kind: 'transition' }
  /** Text of an included file in Markdown. */
  | { kind: 'written'; text: string }

export interface RstList {
  kind: 'list'
  /** Number of the first item; absent for bullets. */
  start?: number
  items: RstNode[][]
}

export interface RstDefinitions {
  kind: 'definitions'
  /** Terms of an option list are code. */
  isCode: boolean
  items: { terms: string[]; children: RstNode[] }[]
}

export interface RstFields {
  kind: 'fields'
  items: { name: string; children: RstNode[] }[]
}

export interface RstTable {
  kind: 'table'
  /** Number of rows at the top that are headings. */
  head: number
  rows: RstNode[][][]
}

export interface RstDirective {
  kind: 'directive'
  /** In lower case. */
  name: string
  argument: string
  options: Readonly<Record<string, string>>
  /** The lines of its body, for directives whose body is no reStructuredText. */
  body: string[]
  children: RstNode[]
  /** From 1, in the text that it stands in. */
  line: number
}
