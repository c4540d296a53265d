import { termsOf } from '../text/terms.ts'
import { type TitleKind, titleKind } from '../text/title-kind.ts'

/** A commit of the past: which files it changed. */
export interface PastCommit {
  readonly title: string
  readonly files: readonly string[]
}

interface Known {
  readonly code: readonly string[]
  readonly pages: readonly string[]
  readonly kind: TitleKind
  readonly words: readonly string[]
}

/** Larger commits rename or format: they tell nothing of what belongs together. */
const MOST_FILES = 60
/** How much less a commit tells than one that is so many commits younger. */
const HALF_LIFE = 4_000
const MOST_HABITS = 4_000
const MOST_RECENT = 200
const RECENT_HALF_LIFE = 40

export interface HistoryEvidence {
  /** Pages by how much they changed with the files of a change. */
  readonly pages: Map<string, number>
  /** How often changes of these files changed a page, 0 to 1. */
  readonly share: number
  /** The same of changes with such a title. */
  readonly shareOfKind: number
}

/** How people of this repository document what they change. */
export interface Habits {
  /** Share of changes of code that changed a page, 0 to 1. */
  readonly usual: number
  /** The same of changes with such a title. */
  readonly ofKind: number
  /** How much the words of the title speak for a page, as log-odds a word. */
  readonly ofWords: number
}

/** Which pages changed together with which files of code. */
export class PageHistory {
  readonly #commits: readonly Known[]
  readonly #byFile = new Map<string, number[]>()

  /**
   * @param commits the newest first
   * @param isPage whether a path is a page of the documentation
   * @param isCode whether a path is a file of code that is watched
   */
  constructor(
    commits: readonly PastCommit[],
    isPage: (path: string) => boolean,
    isCode: (path: string) => boolean,
  ) {
    this.#commits = commits.map(({ title, files }) => {
      const told = files.length > MOST_FILES ? [] : files
      const code = told.filter((path) => !isPage(path) && isCode(path))
      const words = code.length === 0 ? [] : [...new Set(termsOf(title))]
      return { code, pages: told.filter(isPage), kind: titleKind(title), words }
    })
    for (const [at, { code }] of this.#commits.entries())
      for (const file of code) {
        const list = this.#byFile.get(file)
        if (list === undefined) this.#byFile.set(file, [at])
        else list.push(at)
      }
  }

  /** @param from only commits from here on: those before the change */
  habits(title: string, from = 0): Habits {
    const kind = titleKind(title)
    const words = new Set(termsOf(title))
    const seen = new Map<string, [without: number, withPages: number]>()
    const all: [number, number] = [0, 0]
    const ofKind: [number, number] = [0, 0]
    for (let at = from; at < this.#commits.length && all[0] + all[1] < MOST_HABITS; at++) {
      const commit = this.#commits[at]
      if (commit === undefined || commit.code.length === 0) continue
      const index = commit.pages.length > 0 ? 1 : 0
      all[index]++
      if (commit.kind === kind) ofKind[index]++
      for (const word of commit.words) {
        if (!words.has(word)) continue
        const counts = seen.get(word) ?? [0, 0]
        counts[index]++
        seen.set(word, counts)
      }
    }
    const usual = (all[1] + 1) / (all[0] + all[1] + 10)
    const odds = [...seen.values()].map(([without, withPages]) =>
      Math.log((withPages + 4 * usual) / (without + withPages + 4) / usual),
    )
    return {
      usual,
      ofKind: (ofKind[1] + 10 * usual) / (ofKind[0] + ofKind[1] + 10),
      ofWords: odds.reduce((sum, each) => sum + each, 0) / Math.sqrt(odds.length + 1),
    }
  }

  /** Pages that changed with code of late, whatever the code. */
  recentPages(from = 0): Map<string, number> {
    const pages = new Map<string, number>()
    let seen = 0
    for (let at = from; at < this.#commits.length && seen < MOST_RECENT; at++) {
      const commit = this.#commits[at]
      if (commit === undefined || commit.code.length === 0 || commit.pages.length === 0) continue
      const weight = 0.5 ** (seen++ / RECENT_HALF_LIFE) / Math.sqrt(commit.pages.length)
      for (const page of commit.pages) pages.set(page, (pages.get(page) ?? 0) + weight)
    }
    return pages
  }

  /** @param from only commits from here on: those before the change */
  of(files: readonly string[], title: string, from = 0): HistoryEvidence {
    const kind = titleKind(title)
    const pages = new Map<string, number>()
    // The file that is documented most decides.
    let share = 0
    let shareOfKind = 0
    for (const file of files) {
      const commits = this.#byFile.get(file) ?? []
      const all: Share = { with: 0, all: 0 }
      const ofKind: Share = { with: 0, all: 0 }
      for (const at of commits) {
        const commit = this.#commits[at]
        if (at < from || commit === undefined) continue
        const weight = 0.5 ** ((at - from) / HALF_LIFE)
        const isWith = commit.pages.length > 0 ? weight : 0
        add(all, weight, isWith)
        if (commit.kind === kind) add(ofKind, weight, isWith)
        const each =
          weight / Math.sqrt(commit.code.length * Math.max(1, commit.pages.length) * commits.length)
        for (const page of commit.pages) pages.set(page, (pages.get(page) ?? 0) + each)
      }
      share = Math.max(share, all.with / (all.all + 2))
      shareOfKind = Math.max(shareOfKind, (ofKind.with + (2 * all.with) / (all.all + 2)) / (ofKind.all + 2))
    }
    return { pages, share, shareOfKind }
  }
}

interface Share {
  with: number
  all: number
}

function add(share: Share, weight: number, isWith: number): void {
  share.all += weight
  share.with += isWith
}
