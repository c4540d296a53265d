/** Joins a path below the documentation folder with that folder. This is the only place that does. */
export function repositoryPath(docsPath: string, path: string): string {
  return docsPath === '' ? path : `${docsPath}/${path}`
}
