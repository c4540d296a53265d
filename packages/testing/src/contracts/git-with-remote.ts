import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { GitRemote } from '@docent/core/plugin'
import { GIT_ENVIRONMENT } from '../material/bare-repository.ts'

const run = promisify(execFile)

/** Runs git in an empty bare repository with what a host handed out, as Workspaces would. */
export async function withGitRemote<Result>(
  remote: GitRemote,
  work: (git: (...args: string[]) => Promise<string>) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'git-remote-'))
  const git = async (...args: string[]) => {
    const env = { ...GIT_ENVIRONMENT, ...configOf(remote), GIT_DIR: directory }
    return (await run('git', args, { env, timeout: 20_000 })).stdout
  }
  try {
    await git('init', '--quiet', '--bare')
    return await work(git)
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

function configOf({ url, credentials }: GitRemote): Record<string, string> {
  if (!credentials) return {}
  const basic = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${url}.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  }
}
