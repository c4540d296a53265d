import { createHash } from 'node:crypto'
import type { Project, SourceSnapshot } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { MemoryDocsSource } from '../fakes/memory-docs-source.ts'
import { failingCases } from './contract-case.ts'
import { docsSourceCases, docsSourceContract } from './docs-source.ts'
import { type DocsSourceContext, makeProject } from './docs-source-context.ts'

type ListOptions = Parameters<MemoryDocsSource['list']>[1]

class ReadsTheNewest extends MemoryDocsSource {
  protected override file(path: string, content: Uint8Array) {
    const read = async () => Uint8Array.from(this.revisions.at(-1)?.get(path) ?? [])
    return { ...super.file(path, content), read }
  }
}

class HashesThePath extends MemoryDocsSource {
  protected override file(path: string, content: Uint8Array) {
    return { ...super.file(path, content), hash: path }
  }
}

class HashesTheRevision extends MemoryDocsSource {
  protected override file(path: string, content: Uint8Array) {
    const hash = createHash('sha256').update(content).update(String(this.revisions.length)).digest('hex')
    return { ...super.file(path, content), hash }
  }
}

class NamesEveryListingAnew extends MemoryDocsSource {
  #count = 0
  protected override snapshot(revision: number) {
    return { ...super.snapshot(revision), revision: `${revision}-${this.#count++}` }
  }
}

class SaysThatNothingIsNew extends MemoryDocsSource {
  override async list(project: Project, options: ListOptions) {
    const snapshot = await super.list(project, options)
    return options.since === undefined ? snapshot : undefined
  }
}

class KeepsWhatWasDeleted extends MemoryDocsSource {
  protected override snapshot(revision: number) {
    const all = this.revisions.slice(0, revision + 1).flatMap((files) => [...files])
    const files = [...new Map(all)].map(([path, content]) => this.file(path, content))
    return { ...super.snapshot(revision), files }
  }
}

class AnswersAnEmptySource extends MemoryDocsSource {
  override async list(project: Project, options: ListOptions) {
    return project.repository?.endsWith('missing') ? super.snapshot(0) : super.list(project, options)
  }
}

class DecodesWhatItReads extends MemoryDocsSource {
  protected override file(path: string, content: Uint8Array) {
    return super.file(path, Buffer.from(new TextDecoder().decode(content)))
  }
}

class HandsOutItsOwnBytes extends MemoryDocsSource {
  protected override file(path: string, content: Uint8Array) {
    return { ...super.file(path, content), read: async () => content }
  }
}

class ClosesEverySnapshot extends MemoryDocsSource {
  #closed = false
  protected override snapshot(revision: number): SourceSnapshot {
    const snapshot = super.snapshot(revision)
    const files = snapshot.files.map((file) => ({
      ...file,
      read: async () => {
        if (this.#closed) throw new Error('closed')
        return file.read()
      },
    }))
    return {
      ...snapshot,
      files,
      close: async () => {
        this.#closed = true
      },
    }
  }
}

class BeginsPathsWithASlash extends MemoryDocsSource {
  protected override file(path: string, content: Uint8Array) {
    return super.file(`/${path}`, content)
  }
}

class LeavesOutNavigation extends MemoryDocsSource {
  protected override snapshot(revision: number) {
    const snapshot = super.snapshot(revision)
    return { ...snapshot, files: snapshot.files.filter(({ path }) => !path.endsWith('.json')) }
  }
}

class AsksForWriting extends MemoryDocsSource {
  override list(project: Project, options: ListOptions) {
    const remote = options.remote as DocsSourceContext['remote']
    return super.list(project, { ...options, remote: (call) => remote({ ...call, access: 'write' }) })
  }
}

class IgnoresTheSignal extends MemoryDocsSource {
  protected override file(path: string, content: Uint8Array) {
    const file = super.file(path, content)
    return { ...file, read: () => file.read() }
  }
}

class ServesEveryProject extends MemoryDocsSource {
  override matches() {
    return true
  }
}

class HashesTheSize extends MemoryDocsSource {
  protected override file(path: string, content: Uint8Array) {
    return { ...super.file(path, content), hash: String(content.length) }
  }
}

class ListsOnePageOfMany extends MemoryDocsSource {
  protected override snapshot(revision: number) {
    const snapshot = super.snapshot(revision)
    return { ...snapshot, files: snapshot.files.slice(0, 100) }
  }
}

class WritesPathsSmall extends MemoryDocsSource {
  protected override file(path: string, content: Uint8Array) {
    return super.file(path.toLowerCase(), content)
  }
}

class TakesPathsApart extends MemoryDocsSource {
  protected override file(path: string, content: Uint8Array) {
    return super.file(path.normalize('NFD'), content)
  }
}

class ListsFoldersTwice extends MemoryDocsSource {
  protected override snapshot(revision: number) {
    const { files, ...rest } = super.snapshot(revision)
    return { ...rest, files: [...files, ...files.filter(({ path }) => path.includes('/'))] }
  }
}

class ReadsOnceOnly extends MemoryDocsSource {
  protected override file(path: string, content: Uint8Array) {
    let isRead = false
    const read = async () => {
      if (isRead) return new Uint8Array()
      isRead = true
      return Uint8Array.from(content)
    }
    return { ...super.file(path, content), read }
  }
}

class SaysNothingIsNewForWhatItKnew extends MemoryDocsSource {
  override async list(project: Project, options: ListOptions) {
    const isKnown = options.since !== undefined && /^r\d+$/.test(options.since)
    const snapshot = await super.list(project, options)
    return isKnown ? undefined : snapshot
  }
}

class FailsWithAPlainError extends MemoryDocsSource {
  override list(project: Project, options: ListOptions) {
    return super.list(project, options).catch(() => {
      throw new Error('404')
    })
  }
}

class CallsEveryFailurePassing extends MemoryDocsSource {
  override list(project: Project, options: ListOptions) {
    return super.list(project, options).catch((cause) => {
      options.signal?.throwIfAborted()
      throw Object.assign(new Error('later'), { code: 'unavailable', isRetryable: true, cause })
    })
  }
}

function contextOf(Source: typeof MemoryDocsSource): DocsSourceContext {
  const project = makeProject({ repository: 'memory:docs' })
  const source = new Source([project.repository])
  source.publish({ 'index.mdx': '# Hello' })
  return {
    source,
    project,
    broken: makeProject({ repository: 'memory:missing' }),
    foreign: makeProject({ repository: 'https://git.example.com/acme/docs' }),
    remote: async () => ({ url: project.repository }),
    publish: async (files) => source.publish(files),
  }
}

docsSourceContract('memory', () => contextOf(MemoryDocsSource))

describe('DocsSource contract', () => {
  test.each([
    { Broken: ReadsTheNewest, sentence: /to its revision/ },
    { Broken: HashesThePath, sentence: /when the content changes/ },
    { Broken: HashesTheRevision, sentence: /and only then/ },
    { Broken: NamesEveryListingAnew, sentence: /same revision/ },
    { Broken: SaysThatNothingIsNew, sentence: /nothing is new/ },
    { Broken: KeepsWhatWasDeleted, sentence: /was deleted/ },
    { Broken: AnswersAnEmptySource, sentence: /never an empty one/ },
    { Broken: DecodesWhatItReads, sentence: /bytes as they are/ },
    { Broken: HandsOutItsOwnBytes, sentence: /as often as/ },
    { Broken: ClosesEverySnapshot, sentence: /each alone/ },
    { Broken: BeginsPathsWithASlash, sentence: /posix paths/ },
    { Broken: LeavesOutNavigation, sentence: /and navigation/ },
    { Broken: AsksForWriting, sentence: /reading only/ },
    { Broken: IgnoresTheSignal, sentence: /aborted signal/ },
    { Broken: ServesEveryProject, sentence: /and no others/ },
    { Broken: HashesTheSize, sentence: /when the content changes/ },
    { Broken: ListsOnePageOfMany, sentence: /many files/ },
    { Broken: WritesPathsSmall, sentence: /posix paths/ },
    { Broken: TakesPathsApart, sentence: /posix paths/ },
    { Broken: ListsFoldersTwice, sentence: /each once/ },
    { Broken: ReadsOnceOnly, sentence: /as often as/ },
    { Broken: SaysNothingIsNewForWhatItKnew, sentence: /newest revision alone/ },
    { Broken: FailsWithAPlainError, sentence: /never an empty one/ },
    { Broken: CallsEveryFailurePassing, sentence: /never an empty one/ },
  ])('catches a source that is $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(docsSourceCases, () => contextOf(Broken))
    expect(failing.join('\n')).toMatch(sentence)
  })
})
