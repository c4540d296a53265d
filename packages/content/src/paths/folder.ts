/** The folder of a file; '' at the top. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

export function joinPath(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/')
}

/** The rest of a path below a folder; undefined outside of it. */
export function below(folder: string, path: string): string | undefined {
  if (folder === '') return path
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
}
