export interface ConflictSides {
  /** undefined: the file is not on that side. */
  base: Uint8Array | undefined
  ours: Uint8Array | undefined
  theirs: Uint8Array | undefined
  oursLabel: string
  theirsLabel: string
}

/**
 * Markers around whole files, for conflicts that git leaves without: one side deleted what the other changed.
 * undefined when the file is binary, where no marker can stand.
 */
export function wholeFileConflict(sides: ConflictSides): Uint8Array | undefined {
  if ([sides.base, sides.ours, sides.theirs].some((side) => side?.includes(0))) return undefined
  return Buffer.concat([
    Buffer.from(`<<<<<<< ${sides.oursLabel}\n`),
    lines(sides.ours),
    Buffer.from('||||||| before both\n'),
    lines(sides.base),
    Buffer.from('=======\n'),
    lines(sides.theirs),
    Buffer.from(`>>>>>>> ${sides.theirsLabel}\n`),
  ])
}

export function hasMarkers(content: Uint8Array): boolean {
  let rest = Buffer.from(content).toString('latin1')
  for (const mark of [/^<{7} /m, /^={7}$/m, /^>{7} /m]) {
    const at = rest.search(mark)
    if (at < 0) return false
    rest = rest.slice(at + 7)
  }
  return true
}

function lines(content: Uint8Array | undefined): Buffer {
  if (!content || content.length === 0) return Buffer.alloc(0)
  const ends = content.at(-1) === 10
  return Buffer.concat([content, Buffer.from(ends ? '' : '\n')])
}
