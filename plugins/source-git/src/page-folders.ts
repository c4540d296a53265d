import { isDocumentationFile } from '@docent/content'
import type { PageFolder } from '@docent/core/plugin'
import { isHidden } from './choose-files.ts'

/** Names of folders that are a documentation: their parts are not looked at alone. */
const DOCUMENTATION = /^(?:docs?|documentation|content|book|guides?|pages|manual|handbook)$/i
/** Names of folders with a documentation in them. */
const AROUND = /^(?:website|site|www|web|apps?|src)$/i
/** Folders with Markdown that is no documentation of the project, or another version of it. */
const OTHERS =
  /^(?:node_modules|vendor|third_party|tests?|__tests__|fixtures|__fixtures__|examples?|versioned_docs|i18n|changelogs?|\..*)$/i
/** Share of the pages of a folder that one folder in it must have, to stand for all. */
const ALMOST_ALL = 0.8
const MOST = 5
const FEWEST = 2

interface Folder {
  path: string
  pages: number
  below: Map<string, Folder>
}

/**
 * Folders that hold the documentation of a repository, the likeliest first: those with the most pages, not their
 * parents with little else, and not their parts.
 */
export function pageFolders(paths: Iterable<string>): PageFolder[] {
  const root: Folder = { path: '', pages: 0, below: new Map() }
  for (const path of paths) {
    const folders = path.split('/').slice(0, -1)
    if (!isDocumentationFile(path) || folders.some((name) => OTHERS.test(name))) continue
    if (path.split('/').some(isHidden)) continue
    let folder = root
    folder.pages++
    for (const name of folders) {
      const inner = folder.below.get(name) ?? {
        path: folder.path === '' ? name : `${folder.path}/${name}`,
        pages: 0,
        below: new Map(),
      }
      folder.below.set(name, inner)
      folder = inner
      folder.pages++
    }
  }
  return candidates(root)
    .filter(({ pages }) => pages >= FEWEST || pages === root.pages)
    .sort((one, other) => other.pages - one.pages || one.folder.length - other.folder.length)
    .slice(0, MOST)
}

function candidates(folder: Folder): PageFolder[] {
  if (folder.pages === 0) return []
  const inner = [...folder.below.values()]
  const whole = inner.find(({ pages }) => pages >= folder.pages * ALMOST_ALL)
  if (whole !== undefined) return candidates(whole)
  const nameOf = ({ path }: Folder) => path.slice(path.lastIndexOf('/') + 1)
  const usual = DOCUMENTATION.test(nameOf(folder))
    ? []
    : inner.filter((each) => DOCUMENTATION.test(nameOf(each)) || AROUND.test(nameOf(each)))
  if (usual.length > 0) return usual.flatMap(candidates)
  return [{ folder: folder.path, pages: folder.pages }]
}
