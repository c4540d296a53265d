import { posix } from 'node:path'
import { decodeTarget } from '@docent/content'
import type { CallOptions } from '@docent/core/plugin'
import type { BareRepository } from '@docent/git'
import { isApiFile, isHidden, LARGEST_API_FILE } from './choose-files.ts'
import type { SizedEntry } from './parse-sized-listing.ts'

/** Also without a line of its own, as in JSON that a program wrote. */
const VERSION = [
  `^([{][[:space:]]*)?["']?(openapi|swagger)["']?[[:space:]]*:[[:space:]]*["']?[0-9]`,
  `"(openapi|swagger)"[[:space:]]*:[[:space:]]*"[0-9]`,
]
const DATA_FILE = /\.(?:json|ya?ml)$/i
/** Folders of what code is tested with: a description there is hardly the documentation of an API. */
const TESTS = /^(?:__)?(?:tests?|testdata|fixtures?|mocks?|snapshots?)(?:__)?$/i
const REFERENCE = /\$ref["']?\s{0,20}:\s{0,20}["']?([^"'#\s,{}]{1,1000})/g

/**
 * The files that describe HTTP APIs, judged by their names and by what they say, and all that they refer to, in any folder.
 *
 * @param declared files that the site itself names
 */
export async function apiFiles(
  entries: readonly SizedEntry[],
  tree: string,
  repository: BareRepository,
  { declared, ...call }: CallOptions & { declared: ReadonlySet<string> },
): Promise<ReadonlySet<string>> {
  const data = new Map(
    entries
      .filter(({ path, kind, isExact }) => kind === 'file' && isExact && DATA_FILE.test(path))
      .filter(({ path }) => !path.split('/').some(isHidden))
      .map((entry) => [entry.path, entry]),
  )
  if (data.size === 0) return new Set()
  const described = await filesWithVersion(tree, repository, call)
  const isDescription = (path: string) =>
    isApiFile(path) ||
    declared.has(path) ||
    (described.has(path) && !path.split('/').some((part) => TESTS.test(part)))
  const found = new Map([...data].filter(([path]) => isDescription(path)))
  // A map gives what is added while it is walked through.
  for (const [path, { id, size }] of found) {
    if (size > LARGEST_API_FILE) continue
    const object = await repository.objects.contents(id, call.signal)
    const text = new TextDecoder().decode(object?.content)
    for (const [, target = ''] of text.matchAll(REFERENCE)) {
      const part = posix.join(posix.dirname(path), decodeTarget(target))
      const entry = data.get(part)
      if (entry !== undefined) found.set(part, entry)
    }
  }
  return new Set(found.keys())
}

async function filesWithVersion(
  tree: string,
  repository: BareRepository,
  call: CallOptions,
): Promise<ReadonlySet<string>> {
  const patterns = VERSION.flatMap((pattern) => ['-e', pattern])
  const args = ['grep', '-l', '-z', '-I', '-E', '--full-name', ...patterns, tree, '--']
  const { stdout } = await repository.git([...args, '*.json', '*.yaml', '*.yml'], {
    ...call,
    okExitCodes: [0, 1],
  })
  const names = stdout.toString('utf8').split('\0')
  return new Set(names.map((name) => name.slice(tree.length + 1)))
}
