import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isMachineFailure } from '@docent/core/plugin'
import type { ObjectFormat } from '../objects/object-format.ts'
import { probeDisk } from '../run/probe-disk.ts'
import { runGit } from '../run/run-git.ts'
import { pathExists } from './path-exists.ts'

/**
 * Makes an empty bare repository unless one is there. It is made beside and renamed into place: two processes may do
 * it at once, one of them wins whole, and a crash leaves no half repository.
 */
export async function createBareRepository(
  gitDir: string,
  url: string,
  format: ObjectFormat = 'sha1',
): Promise<void> {
  if (await pathExists(`${gitDir}/HEAD`)) return
  await mkdir(dirname(gitDir), { recursive: true, mode: 0o700 })
  const temporary = `${gitDir}.${randomUUID()}.new`
  try {
    const init = ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`]
    await runGit([...init, '--', temporary])
    const config = `[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[docent]\n\trepository = ${JSON.stringify(url)}\n`
    await appendFile(`${temporary}/config`, config)
    await writeFile(`${temporary}/description`, `${url}\n`)
    await place(temporary, gitDir)
  } catch (error) {
    // Before it is removed: that gives back what there was too little of.
    const failure = await probeDisk(dirname(gitDir))
    await rm(temporary, { recursive: true, force: true })
    // Another process was faster.
    if (await pathExists(`${gitDir}/HEAD`)) return
    throw isMachineFailure(failure) ? failure : error
  }
}

async function place(temporary: string, gitDir: string): Promise<void> {
  try {
    await rename(temporary, gitDir)
  } catch (error) {
    if (await pathExists(`${gitDir}/HEAD`)) throw error
    // What is left of a deleted repository is in the way. Moved and not deleted in place: another process may do the same.
    const remains = `${gitDir}.${randomUUID()}.old`
    await rename(gitDir, remains)
    await rename(temporary, gitDir)
    await rm(remains, { recursive: true, force: true })
  }
}
