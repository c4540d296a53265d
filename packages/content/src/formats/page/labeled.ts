/** On the line of a label, a list, a table, or a block of code would be plain text. */
const BLOCK = /^(?:```|[-*+] |\d{1,9}\. |> |\| |#{1,6} |---\n)/

/** Markdown behind a label such as `**Note:**`. */
export function labeled(label: string, text: string): string {
  return BLOCK.test(text) ? `${label}\n\n${text}` : `${label} ${text}`
}
