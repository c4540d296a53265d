import picomatch from 'picomatch'

/** Whether a path is among globs; every path is, without one. */
export function pathFilter(globs: readonly string[] | undefined): (path: string) => boolean {
  return globs === undefined ? () => true : picomatch([...globs], { dot: true })
}
