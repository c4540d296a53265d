import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeGitOrigin, makeProject } from '@docent/testing'
import { expect, onTestFinished, test } from 'vitest'
import { GitDocsSource } from './git-docs-source.ts'

const DAMAGES: Record<string, (cacheDir: string) => Promise<void>> = {
  'was deleted': (cacheDir) => rm(cacheDir, { recursive: true }),
  'has empty files': async (cacheDir) => {
    const entries = await readdir(cacheDir, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile())) {
      const file = join(entry.parentPath, entry.name)
      await rm(file)
      await writeFile(file, '')
    }
  },
}

test.each(Object.entries(DAMAGES))(
  'a cache that %s is made anew by the next reading',
  async (_what, damage) => {
    const directory = await mkdtemp(join(tmpdir(), 'source-git-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const warnings: string[] = []
    const logger = {
      debug() {},
      info() {},
      warn: (_: object, text: string) => void warnings.push(text),
      error() {},
    }
    const cacheDir = join(directory, 'cache')
    const source = new GitDocsSource({ cacheDir }, { logger })
    onTestFinished(() => source.close())
    const origin = await makeGitOrigin(join(directory, 'origin.git'), { 'index.md': '# Home\n' })
    const read = async () => {
      const snapshot = await source.list(makeProject({ repository: origin.url }), {
        remote: (options) => origin.remote(options),
      })
      const [file] = snapshot?.files ?? []
      const content = Buffer.from((await file?.read()) ?? []).toString()
      await snapshot?.close()
      return content
    }
    expect(await read()).toBe('# Home\n')
    await damage(cacheDir)
    expect(await read()).toBe('# Home\n')
    expect(warnings).toEqual([
      'the git cache of this repository was missing or damaged: it has been made anew',
    ])
  },
)
