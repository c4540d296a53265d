import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { GIT_ENVIRONMENT } from '@docent/testing'

export interface GitHttpRequest {
  /** Folder of the bare repository. */
  gitDir: string
  /** `/info/refs`, `/git-upload-pack` or `/git-receive-pack`. */
  path: string
  query: string
  /** Set when the caller may push: git http-backend refuses pushes without one. */
  user?: string
  /** Branches, or globs of them, that refuse every push, in the hook that `PROTECTION_HOOK` is. */
  protectedBranches?: Iterable<string>
  /** True: the hook refuses every push, in the words for commits that are not signed. */
  signedCommits?: boolean
  /** True: git does its work, and nothing of its reply is sent. */
  discardReply?: boolean
}

/** pre-receive: refuses protected branches in the words of GitHub. */
export const PROTECTION_HOOK = `#!/bin/sh
set -f
refused=0
while read -r old new ref; do
  if [ -n "$SIGNED_COMMITS" ]; then
    echo "error: GH013: Repository rule violations found for $ref."
    echo "- Commits must have verified signatures."
    refused=1
  fi
  for branch in $PROTECTED_BRANCHES; do
    case "$ref" in refs/heads/$branch)
      echo "error: GH006: Protected branch update failed for $ref."
      echo "error: Changes must be made through a pull request."
      refused=1
    esac
  done
done
exit $refused
`

/**
 * Serves one request of git's smart HTTP protocol with the real server, `git http-backend`, as a CGI program.
 * Resolves when the reply was sent.
 */
export function serveGit(
  request: IncomingMessage,
  response: ServerResponse,
  options: GitHttpRequest,
): Promise<void> {
  const slash = options.gitDir.lastIndexOf('/')
  const environment: Record<string, string> = {
    ...GIT_ENVIRONMENT,
    GIT_PROJECT_ROOT: options.gitDir.slice(0, slash),
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: `${options.gitDir.slice(slash)}${options.path}`,
    QUERY_STRING: options.query,
    REQUEST_METHOD: request.method ?? 'GET',
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    REMOTE_ADDR: '127.0.0.1',
    SIGNED_COMMITS: options.signedCommits ? '1' : '',
    PROTECTED_BRANCHES: [...(options.protectedBranches ?? [])].join(' '),
  }
  const length = request.headers['content-length']
  if (length !== undefined) environment.CONTENT_LENGTH = length
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined) environment.HTTP_CONTENT_ENCODING = encoding
  const protocol = request.headers['git-protocol']
  if (typeof protocol === 'string') environment.GIT_PROTOCOL = protocol
  if (options.user !== undefined) environment.REMOTE_USER = options.user

  return new Promise((resolve, reject) => {
    const child = spawn('git', ['http-backend'], { env: environment, timeout: 60_000 })
    let head = Buffer.alloc(0)
    let started = false
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString()
    })
    child.stdout.on('data', (chunk: Buffer) => {
      if (options.discardReply) return
      if (started) {
        response.write(chunk)
        return
      }
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      started = true
      sendHead(response, head.subarray(0, end).toString())
      response.write(head.subarray(end + 4))
    })
    child.on('error', reject)
    // The client may leave, or git may end before it has read everything: neither is an error of the server.
    child.stdin.on('error', () => child.stdin.destroy())
    response.on('close', () => child.kill())
    child.on('close', () => {
      if (options.discardReply) {
        resolve()
        return
      }
      if (!started) response.writeHead(500, { 'content-type': 'text/plain' }).write(complaint)
      response.end(resolve)
    })
    request.pipe(child.stdin)
  })
}

function sendHead(response: ServerResponse, text: string): void {
  let status = 200
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    const value = line.slice(colon + 1).trim()
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10)
    else response.setHeader(name, value)
  }
  response.writeHead(status)
}
