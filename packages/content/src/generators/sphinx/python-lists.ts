/** A text in Python, without a prefix and in one piece; three quotes first. */
const TEXT = /'''([^']{0,500})'''|"""([^"]{0,500})"""|'([^'\\\n]{0,500})'|"([^"\\\n]{0,500})"/y
const MOST_TEXTS = 1_000

/**
 * The texts of the lists that a Python file gives a name or adds to it, as far as they are written out:
 * `name = ['a']`, `name += ['b']`, `name.append('c')`, also inside of conditions. Nothing is run.
 */
export function listsNamed(name: string, source: string): string[] {
  const texts: string[] = []
  for (const { index } of source.matchAll(new RegExp(`^[ \\t]*${name}\\b`, 'gm'))) {
    let depth = 0
    for (let at = index; at < source.length && texts.length < MOST_TEXTS; ) {
      const character = source[at] ?? ''
      TEXT.lastIndex = at
      const text = character === "'" || character === '"' ? TEXT.exec(source) : null
      if (text !== null) {
        texts.push(text[1] ?? text[2] ?? text[3] ?? text[4] ?? '')
        at = TEXT.lastIndex
        continue
      }
      if (character === '#') at = lineEnd(source, at)
      else if ('[({'.includes(character)) depth++
      else if ('])}'.includes(character)) depth--
      else if (character === '\n' && depth <= 0) break
      at++
    }
  }
  return texts
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at)
  return end < 0 ? source.length : end - 1
}
