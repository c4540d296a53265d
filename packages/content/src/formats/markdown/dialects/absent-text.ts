import { closeTag, openTag } from './parts/write-tag.ts'

/**
 * A text that the build takes from a file. Readers of the page are told that it is missing; who searches needs no word
 * of it.
 */
export function absentFile(file: string, before: string): string[] {
  return absent({ file: file.replaceAll('`', '') }, before)
}

/** A text that the build makes from code. */
export function absentReference(before: string): string[] {
  return absent({}, before)
}

function absent(attributes: Readonly<Record<string, string>>, before: string): string[] {
  return [...openTag('docent-absent', attributes, before), ...closeTag('docent-absent', before).slice(1)]
}
