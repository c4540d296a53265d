import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CorpusSite } from './corpus-sites.ts'

const MARKDOWN = /\.mdx?$/
const MOST_BYTES = 1024 ** 3

/** Writes the Markdown of a site at its commit into a folder, and answers how many files that were. */
export function exportSite(gitDirectory: string, site: CorpusSite, folder: string): number {
  const prefix = site.folder === '' ? '' : `${site.folder}/`
  const listed = git(gitDirectory, ['ls-tree', '-r', '-z', `${site.commit}:${site.folder}`])
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const [meta = '', path = ''] = line.split('\t')
      const [mode = '', , object = ''] = meta.split(' ')
      return { mode, object, path }
    })
    // A symbolic link has the path of another file as its content.
    .filter(({ mode, path }) => mode !== '120000' && MARKDOWN.test(path) && !site.without?.test(path))
  const objects = git(
    gitDirectory,
    ['cat-file', '--batch'],
    listed.map(({ object }) => `${object}\n`).join(''),
  )
  let [at, written] = [0, 0]
  for (const { path } of listed) {
    const end = objects.indexOf(10, at)
    const [, type, size] = objects.toString('utf8', at, end).split(' ')
    at = end + 1
    if (type === 'missing') {
      console.warn(`${site.name}: the clone lacks ${prefix}${path}`)
      continue
    }
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, objects.subarray(at, at + Number(size)))
    at += Number(size) + 1
    written++
  }
  return written
}

/** Fetches the one commit that is wanted. */
export function fetchSite({ repository, commit }: CorpusSite, gitDirectory: string): void {
  execFileSync('git', ['init', '--quiet', '--bare', gitDirectory])
  git(gitDirectory, ['fetch', '--quiet', '--depth', '1', `https://github.com/${repository}.git`, commit])
}

function git(gitDirectory: string, args: readonly string[], input = ''): Buffer {
  return execFileSync('git', ['--git-dir', gitDirectory, ...args], { input, maxBuffer: MOST_BYTES })
}
