import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDocumentationFile, isLayoutFile } from '@docent/content'
import { DocentError } from '@docent/core/plugin'

export interface FoundRepository {
  /** Full URL. */
  repository: string
  /** Folder of the documentation in it, posix; '' for the whole. */
  docsPath: string
  /** A name that it suggests for the project. */
  name: string
}

/**
 * The repository of an address or of a folder on this machine. A folder inside of a repository is its documentation.
 * @throws DocentError `invalid_request` that says what to type.
 */
export function findRepository(text: string, from: string): FoundRepository {
  const typed = text.trim()
  if (/^[a-z+]+:\/\//i.test(typed)) return ofAddress(typed)
  if (typed === '')
    throw refused('Enter a folder or an address, such as ./docs or https://github.com/acme/docs.')
  const folder = resolve(from, typed)
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw refused(
      `"${typed}" is neither a folder nor an address, such as ./docs or https://github.com/acme/docs.`,
    )
  const root = rootAbove(folder)
  if (root === undefined)
    throw refused(`${folder} is not in a git repository. Run "git init" there, and commit the documentation.`)
  const docsPath = relative(root, folder).split(sep).join('/')
  return { repository: pathToFileURL(root).href, docsPath, name: nameOf(basename(root)) }
}

/** The repository that a folder lies in. */
function rootAbove(folder: string): string | undefined {
  for (let root = folder; ; root = dirname(root)) {
    if (isRepository(root)) return root
    if (dirname(root) === root) return undefined
  }
}

const FOLDERS = ['docs', 'doc', 'documentation', 'website']

/** Documentation that a folder of a git repository seems to have, as one would type it; undefined without a sign of it. */
export function documentationNear(folder: string): string | undefined {
  if (rootAbove(folder) === undefined) return undefined
  const entries = readdirSync(folder, { withFileTypes: true })
  const hasSite = entries.some(
    ({ name }) =>
      isLayoutFile(name) || name === '.vitepress' || (name.startsWith('index.') && isDocumentationFile(name)),
  )
  if (hasSite) return '.'
  const name = FOLDERS.find((each) => entries.some((entry) => entry.isDirectory() && entry.name === each))
  return name === undefined ? undefined : `./${name}`
}

function ofAddress(address: string): FoundRepository {
  if (!URL.canParse(address)) throw refused(`"${address}" is not the address of a repository.`)
  const { pathname } = new URL(address)
  return { repository: address.replace(/(?<!\/)\/+$/, ''), docsPath: '', name: nameOf(basename(pathname)) }
}

/** With a work tree, or bare. */
function isRepository(folder: string): boolean {
  return (
    existsSync(join(folder, '.git')) ||
    (existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects')))
  )
}

/** A DNS label. */
function nameOf(text: string): string {
  const name = text
    .replace(/\.git$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 63)
  return name === '' ? 'docs' : name
}

function refused(message: string): DocentError {
  return new DocentError('invalid_request', `--repository: ${message}`)
}
