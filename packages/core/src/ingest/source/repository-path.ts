/** A path below the documentation folder as it stands in the repository: the only place where the two are joined. */
export function repositoryPath(docsPath: string, path: string): string {
  return docsPath === '' ? path : `${docsPath}/${path}`
}
