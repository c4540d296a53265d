import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runGit } from '../run/run-git.ts'
import { RepositoryCache } from './repository-cache.ts'

const MIB = 1024 * 1024
let directory = ''
let origin = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'within-bytes-'))
  origin = join(directory, 'origin.git')
  await runGit(['init', '--quiet', '--bare', origin])
})
afterEach(() => rm(directory, { recursive: true }))

describe('a fetch with a bound in bytes', () => {
  test('ends before everything came, says so, and leaves nothing behind', async () => {
    await commit({ large: randomBytes(24 * MIB) })
    const asked: string[] = []
    const cache = new RepositoryCache(join(directory, 'cache'), { maxFetchBytes: MIB })
    const repository = cache.repository('https://example.com/a/large')
    const remote = async ({ access }: { access: string }) => {
      asked.push(access)
      return { url: pathToFileURL(origin).href }
    }
    await expect(repository.fetchBranches(remote, ['main'])).rejects.toMatchObject({
      kind: 'size',
      isRetryable: false,
    })
    expect(asked).toHaveLength(2)
    expect(await readdir(join(repository.gitDir, 'objects', 'pack'))).toEqual([])
    // The same cache, with a bound that fits.
    cache.close()
    const roomy = new RepositoryCache(join(directory, 'cache'), { maxFetchBytes: 128 * MIB })
    const tips = await roomy.repository('https://example.com/a/large').fetchBranches(remote, ['main'])
    expect(tips.size).toBe(1)
    roomy.close()
  })

  test('brings what is smaller, and removes what an ended one left', async () => {
    await commit({ small: Buffer.from('a') })
    const cache = new RepositoryCache(join(directory, 'cache'), { maxFetchBytes: MIB })
    const remote = async () => ({ url: pathToFileURL(origin).href })
    const tips = await cache.repository('https://example.com/a/small').fetchBranches(remote, ['main'])
    expect([...tips.keys()]).toEqual(['main'])
    // What a fetch left that was ended: gone before the next one, once no fetch can still be writing it.
    const pack = join(cache.repository('https://example.com/a/small').gitDir, 'objects', 'pack')
    for (const name of ['tmp_pack_dead', 'tmp_pack_live']) await writeFile(join(pack, name), 'half')
    await utimes(join(pack, 'tmp_pack_dead'), 1e9, 1e9)
    await commit({ small: Buffer.from('b') }, tips.get('main'))
    await cache.repository('https://example.com/a/small').fetchBranches(remote, ['main'])
    expect((await readdir(pack)).filter((name) => name.startsWith('tmp_'))).toEqual(['tmp_pack_live'])
    cache.close()
  })
})

async function commit(files: Record<string, Buffer>, parent?: string): Promise<void> {
  const parts = Object.entries(files).flatMap(([path, content]) => [
    Buffer.from(`M 100644 inline ${path}\ndata ${content.length}\n`),
    content,
    Buffer.from('\n'),
  ])
  const head = 'commit refs/heads/main\ncommitter A <a@example.com> 1767225600 +0000\ndata 6\nchange\n'
  const from = parent === undefined ? '' : `from ${parent}\n`
  const input = Buffer.concat([Buffer.from(head + from), ...parts, Buffer.from('\n')])
  await runGit(['fast-import', '--quiet', '--force'], { gitDir: origin, input })
}
