import { encodePath } from '../../domain/page-url.ts'
import type { FoundPassages } from '../search/found-passages.ts'

/** Language of the fenced block; a block that the model writes under it is left out of its answer. */
export const SUGGESTIONS = 'suggestions'

const MAX_PAGES = 3

/**
 * Pages to read next, for clients that show them as links: those that were retrieved for the answer and that it does
 * not cite, best first. '' when there is none.
 *
 * @example
 * ```suggestions
 * (Revoke a key)[/guides/keys]
 * ```
 */
export function suggestionsBlock(found: FoundPassages, cited: readonly { path: string }[]): string {
  const titles = new Map(found.all.map(({ path, title }) => [path, title]))
  for (const { path } of cited) titles.delete(path)
  const lines = [...titles]
    .slice(0, MAX_PAGES)
    .map(([path, title]) => `(${plain(title) || plain(path)})[${encodePath(path)}]`)
  return lines.length === 0 ? '' : `\n\n\`\`\`${SUGGESTIONS}\n${lines.join('\n')}\n\`\`\`\n`
}

/** A title cannot end its parentheses, its line or the block. */
function plain(title: string): string {
  return title
    .replace(/[()[\]`\s]+/g, ' ')
    .trim()
    .slice(0, 120)
}
