import { projectId } from '@docent/core/plugin'
import { median } from '../figures.ts'
import type { Entry } from './collection.ts'
import { docentRetriever } from './engines/docent.ts'

export interface EditFigures {
  commitMs: number
  firstSearchMs: number
  /** Commit and first search together. */
  foundMs: number
}

const EDITS = 20
/** Between two edits: what follows a commit in the background is over by then. */
const PAUSE_MS = 500

/** Edits pages one by one and looks for each edit: medians. */
export async function measureEdits(folder: string, entries: readonly Entry[]): Promise<EditFigures> {
  const project = projectId('bench')
  const retriever = docentRetriever(folder)
  const commits: number[] = []
  const searches: number[] = []
  try {
    await retriever.search(project, { text: 'warm', limit: 1 })
    for (const [number, entry] of entries.slice(0, EDITS).entries()) {
      const word = `edited${'abcdefghijklmnopqrst'[number]}word`
      const [first, ...others] = entry.passages
      const passages =
        first === undefined ? [] : [{ ...first, content: `${word} ${first.content}` }, ...others]
      const start = performance.now()
      const writer = await retriever.begin(project)
      await writer.write([{ ...entry, passages }])
      await writer.commit(`edit ${number}`)
      const committed = performance.now()
      const found = await retriever.search(project, { text: word, limit: 1 })
      if (found[0]?.passage.pagePath !== entry.page.path)
        throw new Error(`The edit of ${entry.page.path} is not found.`)
      commits.push(committed - start)
      searches.push(performance.now() - committed)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    return {
      commitMs: median(commits),
      firstSearchMs: median(searches),
      foundMs: median(commits.map((commit, number) => commit + (searches[number] ?? 0))),
    }
  } finally {
    await retriever.stop()
  }
}
