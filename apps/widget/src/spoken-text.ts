/** What Markdown says, as a voice would: without numbers of citations, addresses of links, and marks. */
export function spokenText(markdown: string): string {
  return markdown
    .replace(/\s?\[\d{1,3}\]\([^)]{0,1000}\)/g, '')
    .replace(/\]\([^)]{0,1000}\)/g, ']')
    .replace(/[*`#|[\]]/g, '')
}
