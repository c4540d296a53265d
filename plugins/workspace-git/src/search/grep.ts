import { DocentError, type SearchHit, type SearchRequest, type SearchResult } from '@docent/core/plugin'
import { type BareRepository, GitError } from '@docent/git'
import { isBytePattern } from './byte-pattern.ts'
import { GrepReader } from './grep-reader.ts'

export interface GrepOptions {
  signal?: AbortSignal
  timeoutMs: number
  /** Paths that git looks at, as pathspecs; empty: all. */
  pathspecs: readonly string[]
  /** Which of those paths count. */
  accepts(path: string): boolean
}

const MOST_BYTES = 16 * 1024 * 1024

/**
 * One `git grep` over a tree. Binary files are skipped.
 * @throws DocentError `invalid_request` for a wrong pattern, `timeout` for one that takes too long.
 */
export async function grepTree(
  repository: BareRepository,
  tree: string,
  request: SearchRequest,
  options: GrepOptions,
): Promise<SearchResult> {
  const context = request.context ?? 0
  const limit = request.limit ?? 200
  const hits: SearchHit[] = []
  const reader = new GrepReader({ context, limit, skip: tree.length + 1, accepts: options.accepts, hits })
  let bytes = 0
  const args = [
    'grep',
    '-z',
    '-n',
    '-I',
    '--full-name',
    '--no-color',
    request.fixed ? '-F' : '-E',
    ...(request.ignoreCase ? ['-i'] : []),
    // Under -z a hit and a line of context look alike: only a hit has a column.
    ...(context > 0 ? ['--column', `-C${context}`] : []),
    // The pattern is never an option, whatever it begins with.
    '-e',
    request.pattern,
    tree,
    '--',
    ...options.pathspecs,
  ]
  try {
    await repository.git(args, {
      okExitCodes: [0, 1],
      timeoutMs: options.timeoutMs,
      // Where characters are not bytes, `.` and -i must know UTF-8. git's own words stay English.
      env: { LC_ALL: isBytePattern(request) ? 'C' : 'C.UTF-8' },
      onStdout: (piece) => {
        bytes += piece.length
        return reader.take(piece) && bytes <= MOST_BYTES
      },
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    throw mapSearchError(error)
  }
  return { hits, truncated: reader.truncated || bytes > MOST_BYTES }
}

function mapSearchError(error: unknown): unknown {
  if (!GitError.is(error)) return error
  const complaint = complaintOf(error.stderr)
  if (complaint !== undefined) {
    return new DocentError(
      'invalid_request',
      `The pattern is not a POSIX extended regular expression: ${complaint}. Correct it, or search for plain text with fixed.`,
    )
  }
  if (error.kind === 'timeout') {
    return new DocentError(
      'timeout',
      'The search took too long. Use a simpler pattern, or limit it by paths.',
      {
        cause: error,
      },
    )
  }
  return error
}

/** What git says behind the pattern, which may have several lines. */
function complaintOf(stderr: string): string | undefined {
  const begin = stderr.search(/^fatal: (?:-e option|command line), '/m)
  const end = stderr.lastIndexOf("': ")
  return begin < 0 || end <= begin ? undefined : stderr.slice(end + "': ".length).split('\n', 1)[0]
}
