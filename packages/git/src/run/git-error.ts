import { DocentError } from '@docent/core/plugin'

/**
 * Why git failed, as far as its words tell:
 * - `auth`: credentials are missing, wrong, or may not do this
 * - `not-found`: no such repository, branch, commit or object
 * - `network`: the remote could not be reached or broke off
 * - `rejected`: the remote's tip moved (not fast-forward, stale lease)
 * - `protected`: the remote declines the push by a rule of its own (protected branch, hook)
 * - `lock`: another process holds a lock of the repository
 * - `corrupt`: objects of the repository are missing or damaged, there or here
 * - `disk`: files of this machine cannot be read or written: permissions, a full disk
 * - `timeout`: git was ended because it took too long
 * - `size`: git was ended because the remote sent more than it may
 */
export type GitErrorKind =
  | 'auth'
  | 'not-found'
  | 'network'
  | 'rejected'
  | 'protected'
  | 'lock'
  | 'corrupt'
  | 'disk'
  | 'timeout'
  | 'size'
  | 'other'

export interface GitErrorDetails {
  /** The git subcommand, such as `fetch`. */
  command: string
  kind: GitErrorKind
  /** Null when git was ended by a signal or never started. */
  exitCode: number | null
  /** What git wrote to stderr, credentials taken out. May hold paths of this machine: for logs only. */
  stderr: string
}

/** A git command that failed. `message` is safe to show; git's own words are in `stderr` and `cause`. */
export class GitError extends DocentError {
  override readonly name = 'GitError'
  readonly command: string
  readonly kind: GitErrorKind
  readonly exitCode: number | null
  readonly stderr: string

  constructor(details: GitErrorDetails) {
    const words = details.stderr.trim()
    super(
      details.kind === 'timeout' ? 'timeout' : 'git_host_failed',
      `git ${details.command} failed: ${SENTENCES[details.kind]}`,
      {
        isRetryable: RETRYABLE.has(details.kind),
        isLocal: details.kind === 'disk',
        ...(words === '' ? {} : { cause: new Error(words) }),
      },
    )
    this.command = details.command
    this.kind = details.kind
    this.exitCode = details.exitCode
    this.stderr = details.stderr
  }

  /** Works across two copies of the package. */
  static override is(error: unknown): error is GitError {
    return DocentError.is(error) && error.name === 'GitError'
  }
}

const RETRYABLE: ReadonlySet<GitErrorKind> = new Set(['network', 'lock', 'timeout', 'disk'])

const SENTENCES: Readonly<Record<GitErrorKind, string>> = {
  auth: 'the credentials are missing, wrong, or may not do this.',
  'not-found': 'there is no such repository, branch or commit.',
  network: 'the remote could not be reached.',
  rejected: 'the branch moved on the remote.',
  protected: 'the remote declined the push.',
  lock: 'another process holds a lock of the repository.',
  corrupt: 'objects of the repository are damaged or missing. Run "git fsck" where it is kept.',
  disk: 'the git cache cannot be read or written. Check the free space and the permissions of the data directory.',
  timeout: 'it took too long and was ended.',
  size: 'there is more to fetch than may be.',
  other: 'see the log for what git said.',
}

/** Only what git says of its own files: a remote's words begin with `remote:`. */
const DISK =
  /^(?:error|fatal): (?:insufficient permission for adding an object|[^\r\n]*: (?:Permission denied|Read-only file system|No space left on device|Disk quota exceeded)$)/im

/** The words git prints under LC_ALL=C, first match wins: a 403 also says "unable to access". */
const PATTERNS: readonly (readonly [GitErrorKind, RegExp])[] = [
  [
    'protected',
    /\[remote rejected\]|protected branch|GH\d{3}:|pre-receive hook declined|hook declined|not allowed to push|push declined|denyCurrentBranch|refusing to update checked out branch|shallow update not allowed/i,
  ],
  ['rejected', /\[rejected\]|stale info|non-fast-forward|fetch first|incorrect old value provided/i],
  [
    'lock',
    /cannot lock ref|unable to create '.{0,300}\.lock'|\.lock': File exists|another git process|shallow file has changed|failed to update ref|unable to (?:update|lock) ref/i,
  ],
  [
    'auth',
    /authentication failed|could not read (?:username|password)|terminal prompts disabled|HTTP (?:Basic|401|403)|returned error: 40[13]|permission(?: to .{0,300})? denied|access denied|invalid username or|invalid credentials|dubious ownership/i,
  ],
  [
    'not-found',
    /repository .{0,300}not found|returned error: 404|does not appear to be a git repository|couldn't find remote ref|not our ref|unadvertised object|project you were looking for could not be found|no such remote ref|bad object|unknown revision|not a valid object name|needed a single revision|not a valid commit name|transport 'file' not allowed/i,
  ],
  [
    'network',
    /could not resolve host|connection (?:refused|timed out|reset)|failed to connect|couldn't connect|operation timed out|timed out|early EOF|unexpected disconnect|remote end hung up|RPC failed|empty reply|recv failure|send failure|SSL_|gnutls|TLS|HTTP 5\d\d|returned error: (?:5\d\d|429|408)|unable to access|transfer closed|operation too slow|bad line length|protocol error|expected (?:flush|packfile|'acknowledgments')|the remote end/i,
  ],
]

const CORRUPT =
  /possible repository corruption|(?:loose|packed) object .{0,300} is corrupt|object file .{0,300} is empty|packfile .{0,300} (?:does not match index|is far too short|cannot be accessed)|did not send all necessary objects|not a git repository: |bad config (?:line|variable)|inflate: data stream error|bad object header|bad (?:tree|commit|blob) object|could not read [0-9a-f]{40}|index file .{0,300} is too small|unable to unpack/i

/** Reads the kind of a failure out of git's stderr (as printed under `LC_ALL=C`). */
export function classifyGitError(stderr: string): GitErrorKind {
  // A remote that finds damage breaks off, and the rest of its words look like trouble of the network.
  if (CORRUPT.test(stderr)) return 'corrupt'
  if (DISK.test(stderr)) return 'disk'
  // A branch `a` cannot be beside a branch `a/b`: no later try helps.
  if (/\[remote rejected\].{0,300}exists; cannot create/i.test(stderr)) return 'protected'
  // A server tells about its own trouble in the report of the push: that passes, a declined push does not.
  if (
    /\[remote rejected\].{0,300}\((?:failed to update ref|cannot lock ref|incorrect old value)/i.test(stderr)
  ) {
    return /incorrect old value/i.test(stderr) || /is at .{0,300} but expected/i.test(stderr)
      ? 'rejected'
      : 'lock'
  }
  return PATTERNS.find(([, pattern]) => pattern.test(stderr))?.[0] ?? 'other'
}
