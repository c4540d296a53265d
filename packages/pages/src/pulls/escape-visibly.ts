import { escapeHtml } from '../html/html.ts'

/**
 * Escaped text in which control and direction characters show: with them a change can read as another one than it is
 * ("Trojan Source", CVE-2021-42574).
 */
export function escapeVisibly(text: string): string {
  return escapeHtml(text).replace(INVISIBLE, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return `<mark>U+${code}</mark>`
  })
}

const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
