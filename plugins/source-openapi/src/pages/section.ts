/** Parts of a page under a heading; without parts, nothing. */
export function section(level: number, title: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`${'#'.repeat(level)} ${title}`, ...parts]
}

/** Lines as one part of a page; without lines, nothing. */
export function list(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [lines.join('\n')]
}
