const NOT_SPELT = /[^\p{L}\p{N}]/gu

/** A name as it is typed, but for case and joints. That it is a flag stays: `--cors` is not `cors`. */
export function spellingOf(name: string): string {
  return (name.startsWith('--') ? '--' : '') + name.replace(NOT_SPELT, '').toLowerCase()
}
