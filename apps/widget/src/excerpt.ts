/** The beginning of a passage as plain text, for a line below its title. */
export function excerptOf(markdown: string, length: number): string {
  const text = markdown
    .replace(/^(?:#+ .*|```.*|:::.*|[|:\s-]+)$/gm, '')
    // Marks of MkDocs and Hugo.
    .replace(/(?:!!!|\?{3}\+?) +[\w-]+(?: +"([^"\n]*)")?|=== +"([^"\n]*)"|\{\{[<%][^{}\n]*\}\}/g, '$1$2')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>\n]*>|\*\*|[`|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text
}
