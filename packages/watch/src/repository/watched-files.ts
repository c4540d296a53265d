import { isDocumentationFile } from '@docent/content'
import { languageOf } from '../syntax/languages.ts'

/** Which files of a repository are pages, and which are code. */
export interface WatchedFiles {
  isPage(path: string): boolean
  isCode(path: string): boolean
}

/** Languages that no parser reads here: their texts and lines are compared. */
const OTHER_CODE =
  /\.(?:cs|dart|ex|exs|fs|gradle|graphql|groovy|hs|kt|kts|lua|ml|nix|pl|pm|proto|ps1|r|rb|scala|sh|sol|sql|swift|tf|vue|svelte|zig)$/i
const SETTINGS = /(?:openapi|swagger|schema)/i
const DATA = /\.(?:json|ya?ml)$/i
const NOT_CODE =
  /(?:^|[/._-])(?:tests?|specs?|fixtures?|testdata|testutils?|testlib|mocks?|__\w+__|snapshots?|e2e|bench(?:marks?)?|examples?|node_modules|vendor|third_party|dist|generated|gen)(?:[/._-]|$)|\.(?:min\.js|d\.ts|pb\.go)$/i
/** Pages that nobody reads to use the product, and those of others. */
const NOT_PAGES =
  /(?:^|\/)(?:\.[^/]+|node_modules|vendor|third_party|tests?|__\w+__|fixtures?|testdata|snapshots?)\/|(?:^|\/)(?:change(?:s|log)|history|licen[cs]e|notice|contributing|code[_-]of[_-]conduct|security|governance|maintainers|authors|credits|agents|claude)\b[^/]*$/i

/**
 * @param docs folders or files of the documentation; without one, every page that people read to use the product
 * @param code folders of the code; without one, every file of code that is no test
 */
export function watchedFiles(docs: readonly string[] = [], code: readonly string[] = []): WatchedFiles {
  const isBelow = (path: string, folders: readonly string[]) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder.replace(/(?<!\/)\/+$/, '')}/`))
  return {
    isPage: (path) =>
      isDocumentationFile(path) && (docs.length === 0 ? !NOT_PAGES.test(path) : isBelow(path, docs)),
    isCode: (path) =>
      (languageOf(path) !== undefined || OTHER_CODE.test(path) || isDescription(path)) &&
      !NOT_CODE.test(path) &&
      (code.length === 0 || isBelow(path, code)),
  }
}

/** An OpenAPI description or a schema of settings. */
function isDescription(path: string): boolean {
  return DATA.test(path) && SETTINGS.test(path.slice(path.lastIndexOf('/') + 1))
}
