/** A line that a title or the name of a file cannot end. */
export function oneLine(line: string): string {
  return line.replace(/\p{Cc}|[\u2028\u2029]/gu, ' ')
}
