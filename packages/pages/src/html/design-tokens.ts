import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The stylesheet with the colors, fonts, and measures that the dashboard and the widget have. */
export function designTokens(): Promise<string> {
  return readFile(fileURLToPath(import.meta.resolve('@docent/widget/tokens.css')), 'utf8')
}
