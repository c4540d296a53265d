/** Where the words of a query are in a text, whatever their case. Undefined for a query without a word. */
export function wordsOf(query: string): RegExp | undefined {
  const words = query.match(/[\p{L}\p{N}_-]{2,}/gu)
  return words ? new RegExp(`(${words.join('|')})`, 'gi') : undefined
}

/**
 * A passage as plain text, for a line below its title: its beginning, or what is around the first word of a query that
 * is not there.
 */
export function excerptOf(markdown: string, length: number, words?: RegExp): string {
  const text = markdown
    .replace(/^(?:#+ .*|```.*|:::.*|[|:\s-]+)$/gm, '')
    // Marks of MkDocs and Hugo.
    .replace(/(?:!!!|\?{3}\+?) +[\w-]+(?: +"([^"\n]*)")?|=== +"([^"\n]*)"|\{\{[<%][^{}\n]*\}\}/g, '$1$2')
    .replace(/!?\[([^\]]{0,1000})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/<[^>\n]{0,1000}>|\*\*|[`|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const at = words ? text.search(words) : 0
  const from = at < length / 2 ? 0 : text.lastIndexOf(' ', at - 20) + 1
  const shown = `${from > 0 ? '…' : ''}${text.slice(from)}`
  return shown.length > length ? `${shown.slice(0, length - 1).trimEnd()}…` : shown
}
