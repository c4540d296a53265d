import { readFrontmatter } from '../../formats/page/frontmatter.ts'

const VALUE = /\{\{[ \t]*\$frontmatter\.([A-Za-z_]\w*)[ \t]*\}\}/g
const FENCE = /^[ \t>]*(`{3,}|~{3,})/

/** What `{{ $frontmatter.key }}` shows, outside of code: https://vitepress.dev/guide/frontmatter#accessing-frontmatter-data. */
export function withPageValues(text: string): string {
  if (!text.includes('$frontmatter')) return text
  const { data } = readFrontmatter(text)
  let fence: string | undefined
  return text
    .split('\n')
    .map((line) => {
      const [, mark] = FENCE.exec(line) ?? []
      if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence
      if (fence !== undefined || mark !== undefined || line.includes('`')) return line
      return line.replaceAll(VALUE, (written, key: string) => {
        const value = Object.hasOwn(data, key) ? data[key] : undefined
        return typeof value === 'string' || typeof value === 'number' ? String(value) : written
      })
    })
    .join('\n')
}
