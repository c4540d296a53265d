import picomatch from 'picomatch'

export interface SearchPaths {
  pathspecs: string[]
  accepts(path: string): boolean
}

/**
 * Turns folders and globs into pathspecs for git and a test for what it finds. git's own globs know no braces, so for
 * those git gets the folder before the first wildcard, and the test does the rest.
 *
 * @param exists tells which of them are files or folders as they stand: `[slug]` is a folder's name in many sites.
 */
export function searchPaths(paths: readonly string[], exists: ReadonlySet<string>): SearchPaths {
  if (paths.length === 0) return { pathspecs: [], accepts: () => true }
  const pathspecs: string[] = []
  const tests: ((path: string) => boolean)[] = []
  let everywhere = false
  for (const path of paths) {
    const { base, isGlob } = picomatch.scan(path)
    const literal = exists.has(path) || !isGlob
    const folder = literal ? path : base
    if (!literal && /^[^{}()[\]!+@\\]*$/.test(path)) pathspecs.push(`:(top,glob)${path}`)
    else if (folder === '') everywhere = true
    else pathspecs.push(`:(top,literal)${folder}`)
    tests.push(
      literal ? (each) => each === path || each.startsWith(`${path}/`) : picomatch(path, { dot: true }),
    )
  }
  return {
    pathspecs: everywhere ? [] : pathspecs,
    accepts: (path) => tests.some((test) => test(path)),
  }
}
