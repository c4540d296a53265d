import { pathFrom } from '../../formats/page/include.ts'
import type { ReferenceKind, SiteReferences } from '../../formats/page/source-format.ts'
import type { FoundReference, MovableReferences, ReferenceMove } from '../../layout/references.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { FORMAT_EXTENSIONS } from '../../paths/format-name.ts'
import { pageExtension, withoutPageExtension } from '../../paths/page-extension.ts'
import { normalizeSegments } from '../../paths/page-path.ts'
import { splitTarget } from '../../paths/resolve-link.ts'

/** Sources of documents that no format reads, and that a reference without an extension may mean. */
const OTHER_SOURCES = ['.ipynb']
const FILE_EXTENSION = /\.[a-z][a-z0-9]{0,7}$/i

export interface Documents {
  root: string
  files: readonly string[]
  isPage(path: string): boolean
  pagePath(path: string): string
}

/**
 * Names of documents as Sphinx and MyST have them: by the path from the page, or with a leading slash from the folder of
 * the sources; with or without an extension.
 */
export class DocumentReferences implements SiteReferences, MovableReferences {
  readonly #documents: Documents
  readonly #files: ReadonlySet<string>

  constructor(documents: Documents) {
    this.#documents = documents
    this.#files = new Set(documents.files)
  }

  attributes(): Readonly<Record<string, string>> {
    return {}
  }

  fileOf(path: string, target: string, as: ReferenceKind): string | undefined {
    const found = this.find(path, target, as)
    // A text may be in any file, also above the folder of the documentation.
    if (as === 'text' && found !== undefined && !(found !== 'elsewhere' && found.exists))
      return target.startsWith('/')
        ? pathFrom(this.#documents.root, target)
        : pathFrom(folderOf(path), target)
    return found !== undefined && found !== 'elsewhere' && found.exists ? found.file : undefined
  }

  addressOf(path: string, target: string): string | undefined {
    const { path: name, suffix } = splitTarget(target)
    const file = name === '' ? undefined : this.fileOf(path, name, 'page')
    return file !== undefined && this.#documents.isPage(file)
      ? this.#documents.pagePath(file) + suffix
      : undefined
  }

  find(path: string, target: string, _as: ReferenceKind): FoundReference {
    if (target === '' || /^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined
    const whole = this.#place(path, target)
    const stem = withoutPageExtension(whole)
    const sources = [...FORMAT_EXTENSIONS.rst, ...FORMAT_EXTENSIONS.myst, ...OTHER_SOURCES].map(
      (extension) => stem + extension,
    )
    const names = pageExtension(whole) === '' && FILE_EXTENSION.test(whole) ? [whole] : [whole, ...sources]
    const found = names.find((each) => this.#files.has(each))
    if (found !== undefined) return { file: found, exists: true }
    // A file that the build makes, or a label: only what ends as a page does must be one.
    return pageExtension(whole) === '' ? 'elsewhere' : { file: whole, exists: false }
  }

  write({ home, to, written }: ReferenceMove): string[] {
    const name = FILE_EXTENSION.test(written) ? to : to.slice(0, to.length - pageExtension(to).length)
    if (written.startsWith('/')) {
      const inside = below(this.#documents.root, name)
      return inside === undefined ? [] : [`/${inside}`]
    }
    const from = folderOf(home)
      .split('/')
      .filter((part) => part !== '')
    const target = name.split('/')
    let shared = 0
    while (shared < from.length && shared < target.length - 1 && from[shared] === target[shared]) shared += 1
    const up = '../'.repeat(from.length - shared)
    return [(up === '' && written.startsWith('./') ? './' : up) + target.slice(shared).join('/')]
  }

  #place(path: string, target: string): string {
    return normalizeSegments(
      target.startsWith('/')
        ? joinPath(this.#documents.root, target.slice(1))
        : `${folderOf(path)}/${target}`,
    )
  }
}
