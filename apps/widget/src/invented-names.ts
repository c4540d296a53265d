import type { InventedName } from './turn.ts'

/** Of a `data-grounding` part: each invented name once. */
export function inventedNames(grounding: unknown): InventedName[] {
  const { names } = (grounding ?? {}) as { names?: { text: string; verdict: string; suggestion?: string }[] }
  if (!Array.isArray(names)) return []
  const invented = names.filter(({ verdict }) => verdict === 'invented')
  return [...new Map(invented.map((name) => [name.text, name])).values()]
}

/** Underlines names in what is drawn; a name may be spread over the colours of code. */
export function markInvented(root: Node, names: readonly InventedName[], title: string): void {
  for (const { text } of names) {
    const nodes: { node: Text; start: number }[] = []
    let whole = ''
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      nodes.push({ node, start: whole.length })
      whole += node.data
    }
    const places = placesOf(whole, text)
    for (const at of places.reverse()) {
      for (const { node, start } of nodes.toReversed()) {
        const from = Math.max(at, start)
        const to = Math.min(at + text.length, start + node.data.length)
        if (from < to) wrap(node, from - start, to - start, title)
      }
    }
  }
}

/** Where a name stands as a whole. */
function placesOf(whole: string, text: string): number[] {
  const places: number[] = []
  const isPart = (letter = '') => /[\w-]/.test(letter)
  for (let at = whole.indexOf(text); at !== -1; at = whole.indexOf(text, at + text.length)) {
    if (!isPart(whole[at - 1]) && !isPart(whole[at + text.length])) places.push(at)
  }
  return places
}

function wrap(node: Text, from: number, to: number, title: string): void {
  const rest = node.splitText(from)
  rest.splitText(to - from)
  const mark = document.createElement('mark')
  mark.title = title
  rest.replaceWith(mark)
  mark.append(rest)
}
