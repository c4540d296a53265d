/** Parts of a page that only its generator reads. Bounded, so that one without an end costs little. */
const SCRIPTS = /<(script|style)\b[^>]{0,500}>[\s\S]{0,2000}?(?:<\/\1>|$)/gi
const COMMENTS = /<!--[\s\S]{0,2000}?-->|\{\/\*[\s\S]{0,2000}?\*\/\}/g
/** `[docs]: https://example.com` */
const DEFINITION =
  /(?:^|\s)\[([^[\]\n]{1,200})\]:[ \t]+(?:<[^>\n]{0,500}>|[./#\w]\S*)(?:[ \t]+"[^"\n]{0,200}")?[ \t]*$/gm
/** `!!! note "Title"` and `=== "Tab"`, whose content is indented. */
const DIRECTIVE = /^(\s*)(?:!!!|\?\?\?\+?|===)[\w \t-]*(?:"([^"]*)"[ \t]*)?$/
const FENCE = /^\s*(```+|~~~+)[ \t]*([\w+#.-]*)/

/** Comments by which generators annotate code: Twoslash, and the line marks of Shiki. */
const ANNOTATION =
  /^\s*\/\/\s*(?:@(?:errors|noErrors|filename|include|log|warn|error|annotate|target|module|moduleResolution|strict|jsx|lib|types|esModuleInterop)\b|---cut|\^[?|^])/
const MARK =
  /(?<![ \t])[ \t]*(?:\/\/|#|\/\*|<!--)[ \t]{0,99}\[!code [^\]]{0,200}\][ \t]*(?:(?:\*\/|-->)[ \t]*)?$/

/**
 * A passage as its readers see it: scripts, comments and link definitions go, containers keep their titles, and code
 * loses what its generator would take out of it. Code stays in place otherwise.
 */
export function withoutResidue(markdown: string): string {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n')
  const parts: string[] = []
  let prose: string[] = []
  const flush = (): void => {
    if (prose.length > 0) parts.push(cleanProse(prose.join('\n')))
    prose = []
  }
  for (let at = 0; at < lines.length; at++) {
    const mark = FENCE.exec(lines[at] ?? '')?.[1]
    if (mark === undefined) {
      prose.push(lines[at] ?? '')
      continue
    }
    flush()
    const end = lines.findIndex((line, index) => index > at && line.trim().startsWith(mark))
    const code = lines.slice(at, end < 0 ? lines.length : end + 1)
    if (end < 0) code.push(mark)
    parts.push(...cleanCode(code))
    at += code.length - 1
  }
  flush()
  return parts.join('\n')
}

function cleanProse(text: string): string {
  const defined = new Set([...text.matchAll(DEFINITION)].map(([, name = '']) => name.toLowerCase()))
  return (
    text
      .replace(SCRIPTS, '\n')
      .replace(COMMENTS, ' ')
      .replace(DEFINITION, '')
      .replace(/\[([^[\]\n]{1,200})\](?![[(:])/g, (match, name: string) =>
        defined.has(name.toLowerCase()) ? name : match,
      )
      // Attributes of headings and paragraphs: `{#id}`, `{: .subtitle }`.
      .replace(/(?<![ \t])[ \t]*\{(?:#[^\s{}]{1,200}|:[^}\n]{0,200})\}[ \t]*$/gm, '')
      .split('\n')
      .map((line) => {
        const directive = DIRECTIVE.exec(line)
        if (directive === null) return line
        const title = directive[2] ?? ''
        return title === '' ? '' : `${directive[1]}${title}:`
      })
      .join('\n')
  )
}

function cleanCode([opening = '', ...rest]: readonly string[]): string[] {
  const [, mark = '```', language = ''] = FENCE.exec(opening) ?? []
  const indent = /^\s*/.exec(opening)?.[0] ?? ''
  const closing = rest.at(-1) ?? mark
  // What stands before a cut, or after one that ends, only makes the example compile.
  const before = rest.findLastIndex((line) => /---cut(?:-before)?---/.test(line))
  const after = rest.findIndex((line) => line.includes('---cut-after---'))
  let isCut = false
  const kept = rest.slice(before + 1, after < 0 ? -1 : after).filter((line) => {
    if (/---cut-(?:start|end)---/.test(line)) isCut = line.includes('---cut-start---')
    return !isCut && !ANNOTATION.test(line)
  })
  const text = kept.map((line) => line.replace(MARK, ''))
  const isEmpty = text.every((line) => line.trim() === '')
  return isEmpty ? [] : [`${indent}${mark}${language}`, ...text, closing]
}
