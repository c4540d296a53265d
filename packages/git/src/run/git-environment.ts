import { DocentError, type GitRemote } from '@docent/core/plugin'
import { basicHeader } from './redact.ts'

/** Needed to find git, its certificates and the way out; everything else of the process stays behind. */
const INHERITED = [
  'PATH',
  'TMPDIR',
  'http_proxy',
  'https_proxy',
  'HTTPS_PROXY',
  'all_proxy',
  'ALL_PROXY',
  'no_proxy',
  'NO_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'SYSTEMROOT',
]

/**
 * The whole environment of a git process: no configuration of machine or user, no prompt, no hook, no helper, and
 * nothing that the parent's GIT_* variables could steer. Configuration, credentials among it, goes through
 * GIT_CONFIG_COUNT (git-config(1), "ENVIRONMENT"), which other users of the machine cannot read as they can argv.
 *
 * @throws DocentError `configuration` when the remote's URL is of another kind than https, http or file, or holds credentials.
 */
export function gitEnvironment(
  options: { remote?: GitRemote; env?: Readonly<Record<string, string>>; config?: GitConfig } = {},
): Record<string, string> {
  const env: Record<string, string> = {}
  for (const name of INHERITED) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  Object.assign(env, {
    // curl reads .netrc from HOME, git its attributes: there is none to read.
    HOME: '/nonexistent',
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    ...options.env,
  })
  const config = [...CONFIG, ...remoteConfig(options.remote), ...Object.entries(options.config ?? {})]
  env.GIT_CONFIG_COUNT = String(config.length)
  config.forEach(([key, value], index) => {
    env[`GIT_CONFIG_KEY_${index}`] = key
    env[`GIT_CONFIG_VALUE_${index}`] = value
  })
  return env
}

/** Key → value, as in `merge.conflictStyle` → `diff3`. */
export type GitConfig = Readonly<Record<string, string>>

const CONFIG: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'false'],
  ['credential.helper', ''],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['protocol.allow', 'never'],
  ['protocol.https.allow', 'always'],
  ['protocol.http.allow', 'always'],
  ['protocol.version', '2'],
  // One pack a fetch, however small: its size can be watched while it comes.
  ['fetch.unpackLimit', '1'],
  ['safe.directory', '*'],
  // A transfer that stalls below 1 kB/s for 30 s fails as a network error instead of holding a job for its whole timeout.
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '30'],
]

function remoteConfig(remote: GitRemote | undefined): [string, string][] {
  if (!remote) return []
  const url = URL.canParse(remote.url) ? new URL(remote.url) : undefined
  if (!url || !['https:', 'http:', 'file:'].includes(url.protocol) || url.username || url.password) {
    throw new DocentError(
      'configuration',
      'The URL of a git remote must begin with https://, http:// or file:// and hold no credentials.',
    )
  }
  if (url.protocol === 'file:') return [['protocol.file.allow', 'always']]
  if (!remote.credentials) return []
  return [[`http.${remote.url}.extraHeader`, `Authorization: Basic ${basicHeader(remote.credentials)}`]]
}
