const METADATA = /^export[ \t]+const[ \t]+metadata\b[^={}\n]{0,100}=[ \t]*\{/m
const LONGEST = 2_000
const MEMBER = /(?<![\w$.])(title|description)[ \t]*:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n$]*)`)/g

/**
 * A page with the frontmatter that it exports, as pages of Next.js do:
 * `export const metadata = { title: 'Start' }`. One with frontmatter of its own stays as it is.
 */
export function withExportedMetadata(source: string): string {
  if (source.startsWith('---')) return source
  const found = METADATA.exec(source)
  if (found === null) return source
  const start = found.index + found[0].length
  const code = source.slice(start, start + LONGEST)
  const end = code.indexOf('}')
  const said = new Map<string, string>()
  for (const [, key = '', ...values] of code.slice(0, Math.max(0, end)).matchAll(MEMBER))
    said.set(key, said.get(key) ?? values.find((value) => value !== undefined) ?? '')
  if (said.size === 0) return source
  const lines = [...said].map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n${source}`
}
