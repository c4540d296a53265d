import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DocsSourceContext, docsSourceContract, makeGitOrigin, makeProject } from '@docent/testing'
import { GitDocsSource } from './git-docs-source.ts'

for (const docsPath of ['', 'site/docs']) {
  docsSourceContract(`git, docs in "${docsPath}"`, async (): Promise<DocsSourceContext> => {
    const directory = await mkdtemp(join(tmpdir(), 'source-git-'))
    const at = (path: string) => (docsPath === '' ? path : `${docsPath}/${path}`)
    const origin = await makeGitOrigin(join(directory, 'docs.git'), { [at('index.mdx')]: '# Hello' })
    const [source, peer] = ['one', 'two'].map(
      (name) => new GitDocsSource({ cacheDir: join(directory, name), attempts: 1 }),
    ) as [GitDocsSource, GitDocsSource]
    return {
      source,
      peer,
      project: makeProject({ repository: origin.url, docsPath }),
      broken: makeProject({ repository: `${origin.url}.missing`, docsPath }),
      foreign: makeProject({ repository: 'sitemap:https://docs.example.com', docsPath }),
      remote: (options) => origin.remote(options),
      async publish(files) {
        const changes = Object.entries(files).map(([path, content]) => [at(path), content])
        await origin.commitDirectly('main', Object.fromEntries(changes))
      },
      async close() {
        await Promise.all([source.close(), peer.close()])
        await rm(directory, { recursive: true })
      },
    }
  })
}
