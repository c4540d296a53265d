import { isObject, namedId, objectOf } from '../../formats/rst/read/object-names.ts'
import { BlockParser } from '../../formats/rst/read/parse-blocks.ts'
import { plainTitle } from '../../formats/rst/read/read-header.ts'
import type { RstDirective, RstNode } from '../../formats/rst/read/rst-node.ts'
import { nameOf, RstScope } from '../../formats/rst/read/rst-scope.ts'

/** A place of a document that others refer to. */
export interface NamedPlace {
  id: string
  title?: string
}

/** A `toctree` of a document. */
export interface DocumentToctree {
  options: Readonly<Record<string, string>>
  body: readonly string[]
}

/** What a document gives to the others of its site. */
export interface DocumentNames {
  title?: string
  /** By `ref:label`, `term:word`, `py:name`, and the like. */
  places: Map<string, NamedPlace>
  toctrees: DocumentToctree[]
}

/** The names of a document in reStructuredText. @param include the text of a file that it includes */
export function namesOfRst(text: string, include: (target: string) => string | undefined): DocumentNames {
  let depth = 0
  const parser = new BlockParser({
    scope: new RstScope(),
    include(target) {
      const found = depth < 5 ? include(target) : undefined
      if (found === undefined) return undefined
      depth += 1
      const leave = () => {
        depth -= 1
      }
      return { text: found, leave }
    },
  })
  const collector = new NameCollector()
  collector.collect(parser.parse(text))
  return collector.names
}

class NameCollector {
  readonly names: DocumentNames = { places: new Map(), toctrees: [] }
  #module = ''
  #program = ''
  #around: string[] = []

  collect(nodes: readonly RstNode[]): void {
    let labels: { name: string; id: string }[] = []
    for (const node of nodes) {
      if (node.kind === 'target') {
        labels.push(...node.targets)
        continue
      }
      const title = titleOf(node)
      for (const { name, id } of labels) this.#add(`ref:${nameOf(name)}`, id, title)
      labels = []
      this.#collectFrom(node)
    }
    for (const { name, id } of labels) this.#add(`ref:${nameOf(name)}`, id)
  }

  #add(key: string, id: string, title?: string): void {
    if (!this.names.places.has(key)) this.names.places.set(key, title === undefined ? { id } : { id, title })
  }

  #collectFrom(node: RstNode): void {
    if (node.kind === 'title') this.names.title ??= plainTitle(node.text)
    else if (node.kind === 'quote' || node.kind === 'footnote') this.collect(node.children)
    else if (node.kind === 'list') for (const item of node.items) this.collect(item)
    else if (node.kind === 'definitions' || node.kind === 'fields')
      for (const { children } of node.items) this.collect(children)
    else if (node.kind === 'directive') this.#directive(node)
  }

  #directive(directive: RstDirective): void {
    const { name, argument, options, body, children } = directive
    if (name === 'toctree') this.names.toctrees.push({ options, body })
    else if (/^(?:py:)?(?:current)?module$/.test(name)) {
      this.#module = argument === 'None' ? '' : argument
      if (!name.includes('current')) this.#add(`py:${argument}`, `module-${argument}`)
    } else if (name === 'program') this.#program = argument
    else if (name === 'glossary') this.#terms(children)
    const described = isObject(name) ? this.#objects(directive) : undefined
    if (described !== undefined) this.#around.push(described)
    this.collect(children)
    if (described !== undefined) this.#around.pop()
  }

  #objects({ name, argument, options }: RstDirective): string {
    const place = { around: this.#around.at(-1) ?? '', module: this.#module, program: this.#program }
    const objects = argument.split('\n').map((signature) => objectOf(name, signature.trim(), place))
    const isNamed = !('no-index' in options || 'noindex' in options)
    for (const { ids, keys } of isNamed ? objects : [])
      for (const key of keys) if (ids[0] !== undefined) this.#add(key, ids[0])
    return objects[0]?.name ?? ''
  }

  #terms(children: readonly RstNode[]): void {
    for (const child of children)
      for (const { terms } of child.kind === 'definitions' ? child.items : [])
        for (const term of terms) {
          const word = plainTitle(term.split(' : ', 1)[0] ?? '')
          this.#add(`term:${nameOf(word)}`, namedId('term', word))
        }
  }
}

/** What a reference to a labelled block shows. */
function titleOf(node: RstNode): string | undefined {
  if (node.kind === 'title') return plainTitle(node.text)
  if (node.kind !== 'directive') return undefined
  const caption =
    node.options.caption ??
    (/^(?:table|list-table|csv-table|rubric|topic)$/.test(node.name) ? node.argument : undefined)
  if (caption !== undefined && caption !== '') return plainTitle(caption)
  const [first] = node.children
  return node.name === 'figure' && first?.kind === 'paragraph' ? plainTitle(first.text) : undefined
}
