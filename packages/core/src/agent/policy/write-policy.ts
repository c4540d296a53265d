import { isDocumentationFile } from '@docent/content'
import picomatch from 'picomatch'
import { DocentError } from '../../errors/docent-error.ts'
import { isContextPath } from '../contexts/context-files.ts'
import { endsAsCode, isMadeOfDocumentation } from './documentation-files.ts'
import { DOCUMENTATION_BUILDS } from './protected/documentation-builds.ts'
import { PROTECTED_FILES } from './protected-files.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const MATCHING = { dot: true, nocase: true } as const
/** Pages can be named after what they describe (`dockerfile.reference.md`), but for these. */
const INSTRUCTIONS = 'Instructions for agents'

/** Decides which paths a run may write. */
export class WritePolicy {
  readonly #isProtected: (path: string) => boolean
  readonly #isProtectedPage: (path: string) => boolean
  readonly #isBuild: (path: string) => boolean
  readonly #isDenied: (path: string) => boolean
  readonly #isAllowed: (path: string) => boolean
  readonly #root: string
  readonly #navigation: ReadonlySet<string>
  readonly #onRefused: (path: string) => void

  /**
   * @param docsPath posix folder, '' for the whole repository
   * @param denyPaths more globs, relative to the repository root
   * @param onRefused called with each path that is refused
   * @param allowPaths globs of files that may be code, and of pages that may bring code
   * @param navigation files outside of the folder that list its pages: they can be edited, and stay where they are
   */
  constructor(
    docsPath: string,
    denyPaths: readonly string[] = [],
    onRefused: (path: string) => void = () => undefined,
    allowPaths: readonly string[] = [],
    navigation: ReadonlySet<string> = new Set(),
  ) {
    this.#navigation = navigation
    this.#onRefused = onRefused
    this.#root = docsPath.replace(/^\/+|(?<!\/)\/+$/g, '')
    const builds = DOCUMENTATION_BUILDS.systems.flatMap(({ files }) => files.flatMap(globsOf))
    const others = PROTECTED_FILES.filter((each) => each !== DOCUMENTATION_BUILDS)
    const all = others.flatMap(({ name, systems }) =>
      systems.flatMap(({ files }) => files.map((file) => ({ name, file }))),
    )
    const ofPages = all.filter(({ name, file }) => name === INSTRUCTIONS || file.endsWith('/'))
    this.#isProtected = picomatch(
      all.flatMap(({ file }) => globsOf(file)),
      MATCHING,
    )
    this.#isProtectedPage = picomatch(
      ofPages.flatMap(({ file }) => globsOf(file)),
      MATCHING,
    )
    this.#isBuild = picomatch(builds, MATCHING)
    this.#isDenied = picomatch([...denyPaths], MATCHING)
    this.#isAllowed = picomatch([...allowPaths], MATCHING)
  }

  /** True for a file that the operator lets a run write, whatever is in it. */
  allows(path: string): boolean {
    return this.#isAllowed(plainPath(path))
  }

  /** @throws DocentError `forbidden` with the reason, made for the model to read. */
  refuse(path: string, reason: string): never {
    this.#onRefused(path)
    throw new DocentError('forbidden', reason)
  }

  /** @throws DocentError `forbidden` with the reason, made for the model to read. */
  assertWritable(path: string): void {
    const reason = this.#refusal(path)
    if (reason !== undefined) this.refuse(path, reason)
  }

  /** @throws DocentError `forbidden` for a file that can't move or go, with the reason. */
  assertMovable(path: string): void {
    this.assertWritable(path)
    if (this.#navigation.has(plainPath(path)))
      this.refuse(
        path,
        `${path} is outside ${this.#root}/: its entries can be changed, and it stays where it is.`,
      )
  }

  isWritable(path: string): boolean {
    return this.#refusal(path) === undefined
  }

  #refusal(path: string): string | undefined {
    const normal = plainPath(path)
    if (isContextPath(normal))
      return `${path} is in a context repository: it can be read, and nobody changes it.`
    if (CONTROL.test(normal)) return 'A path cannot have control characters.'
    if (/\\|(?:^|\/)\.{0,2}(?:\/|$)/.test(normal))
      return `${path} is no plain path: write it with single slashes, relative to the repository root.`
    const isInside = this.#root === '' || normal === this.#root || normal.startsWith(`${this.#root}/`)
    if (!isInside && !this.#navigation.has(normal))
      return `${path} is outside ${this.#root}/: only the documentation can be changed.`
    const read = readings(normal)
    const isProtected = isDocumentationFile(normal) ? this.#isProtectedPage : this.#isProtected
    if (read.some((each) => isProtected(each) || this.#isDenied(each)))
      return `${path} is protected: the agent can change documentation, not CI, builds, tools, instructions or secrets.`
    if (this.#isAllowed(normal)) return undefined
    if (read.some((each) => this.#isBuild(each)))
      return `${path} is protected: it decides what a build of the documentation runs. An operator can allow it with agent.allowPaths.`
    if (normal !== this.#root && (!isMadeOfDocumentation(normal) || read.some(endsAsCode)))
      return `${path} is no page, image, or data of a documentation, and a build may run it. An operator can allow it with agent.allowPaths.`
    return undefined
  }
}

function plainPath(path: string): string {
  return path.replace(/^(\.\/)+/, '')
}

/** Names are matched at any depth; `.yml` is also `.yaml`. */
function globsOf(file: string): string[] {
  const name = file.replace(/\.yml$/, '.y{a,}ml')
  return file.endsWith('/') ? [`**/${file}**`, `**/${file.slice(0, -1)}`] : [`**/${name}`]
}

/** A path as it is, and as a file system or a hurried reader may take it. */
function readings(path: string): string[] {
  const folded = path
    .normalize('NFKC')
    // Invisible characters, which some file systems ignore.
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '')
    .split('/')
    // Windows drops dots and spaces at the end of a name, and takes what follows a colon for a stream of the file.
    .map((name) =>
      name
        .replace(/:.*$/s, '')
        .replace(/(?<![. ])[. ]+$/, '')
        .replace(/^ +/, ''),
    )
    // Its short names.
    .map((name) => name.replace(/^git~\d+$/i, '.git').replace(/^([a-z]{2,6})~\d+$/i, '.$1'))
    .join('/')
  const latin = [...folded.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')]
    .map((char) => LOOKALIKES[char] ?? char)
    .join('')
  return [...new Set([path, folded, latin])]
}

/** Letters of other scripts that look like Latin ones: https://www.unicode.org/reports/tr39/#Confusable_Detection */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['a', 'аɑα'],
    ['b', 'ЬƄʙ'],
    ['c', 'сϲᴄ'],
    ['d', 'ԁɗ'],
    ['e', 'еєҽ'],
    ['g', 'ɡց'],
    ['h', 'һհ'],
    ['i', 'іıɩι'],
    ['j', 'јϳ'],
    ['k', 'кκᴋ'],
    ['l', 'ӏǀⅼ'],
    ['m', 'мᴍ'],
    ['n', 'ոռ'],
    ['o', 'оοօ'],
    ['p', 'рρ'],
    ['q', 'ԛգ'],
    ['r', 'гᴦ'],
    ['s', 'ѕꜱ'],
    ['t', 'тτᴛ'],
    ['u', 'υսᴜ'],
    ['v', 'ѵνᴠ'],
    ['w', 'ԝѡᴡ'],
    ['x', 'хχ'],
    ['y', 'уγү'],
    ['z', 'ᴢ'],
    ['.', '․'],
    ['-', '‐‑‒–—−'],
    ['_', '‗'],
  ].flatMap(([latin = '', others = '']) => [...others].map((other) => [other.toLowerCase(), latin])),
)
