/** Joins a path below the documentation folder with that folder. This is the only place that does. */
export function repositoryPath(docsPath: string, path: string): string {
  return docsPath === '' ? path : `${docsPath}/${path}`
}

/** A path without `.` and `..`; undefined for one that leads out of the repository. */
export function withinRepository(path: string): string | undefined {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '.' || segment === '') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  return segments.join('/')
}
