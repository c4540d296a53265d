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
  /(?:^|[/._-])(?:(?:conf|load|smoke|unit)?tests?|fixtures?|test(?:data|utils?|lib|help(?:er)?s?|suites?)|mocks?|__\w+__|snapshots?|e2e|cypress|playwright|stories|bench(?:marks?)?|examples?|node_modules|vendor|third_party|dist|generated|gen)(?:[/._-]|$)|(?:^|\/)(?:integration|acceptance|functional)\/|\.(?:min\.js|d\.ts|pb\.go)$/i
/** `LampTest.java`, `LampIT.java`, `src/androidTest/`: a word of a name in camel case. */
const NAMED_TEST = /[a-z\d](?:Tests?|TestCase|IT)(?:\/|\.\w+$)|[a-z\d]Spec\.(?:scala|groovy|kt|hs|swift)$/
/** A specification of behavior; one of an API is a description. */
const SPEC = /(?:^|\/)specs?\/|(?:^|\/)spec_helper|[._-]specs?\.(?:[cm]?[jt]sx?|rb|lua|php|dart|cr|vue)$/i
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
      (isDescription(path) || (isProgram(path) && !SPEC.test(path) && !NAMED_TEST.test(path))) &&
      !NOT_CODE.test(path) &&
      (code.length === 0 || isBelow(path, code)),
  }
}

function isProgram(path: string): boolean {
  return languageOf(path) !== undefined || OTHER_CODE.test(path)
}

/** An OpenAPI description or a schema of settings. */
function isDescription(path: string): boolean {
  return DATA.test(path) && SETTINGS.test(path.slice(path.lastIndexOf('/') + 1))
}
