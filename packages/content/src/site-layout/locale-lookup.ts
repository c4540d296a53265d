import { isDocumentationFile } from '../formats/page-path.ts'
import { below } from './layout-file.ts'
import { localeFolders } from './locale-folders.ts'

/** The language that the first folder below `root` says, where folders are translations of each other. */
export function localeLookup(files: readonly string[], root: string): (file: string) => string | undefined {
  const inside = files.filter(isDocumentationFile).map((file) => below(root, file) ?? file)
  const folders = localeFolders(inside)
  return (file) => {
    const first = (below(root, file) ?? file).split('/')[0] ?? ''
    return folders.has(first) && file.includes('/') ? first : undefined
  }
}
