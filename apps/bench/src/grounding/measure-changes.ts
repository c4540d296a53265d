import { confirmNames, type NameCheck, type UnconfirmedName } from '@docent/core'
import { DocentError, type Workspace } from '@docent/core/plugin'
import {
  CERTAIN_FAULTS,
  type CertainFault,
  type FoundFaults,
  injectFault,
  type KnownTexts,
  noFaults,
} from './faults.ts'
import { occursAt, type PageCommit } from './page-commits.ts'
import { SeededRandom } from './random.ts'

export interface ChangeFigures {
  commits: number
  /** Commits whose parent cannot be opened, as in a clone without its largest files. */
  unread: number
  /** What people wrote and the check does not find. */
  alarms: readonly { commit: string; name: UnconfirmedName }[]
  /** Commits with at least one. */
  alarmed: number
  found: Readonly<FoundFaults<CertainFault>>
  missed: readonly { commit: string; kind: CertainFault; was: string; is: string; line: string }[]
  /** Milliseconds of each check. */
  times: readonly number[]
}

export interface MeasuredRepository {
  /** A folder with the whole history. */
  path: string
  open(commit: string): Promise<Workspace>
}

/**
 * Lays the pages of each commit over the commit before it and asks which new names nothing confirms. Then changes one
 * name of the new lines to one that the repository does not have, of each kind that they have a place for, and asks
 * again. The commit's message stands for the prompt.
 */
export async function measureChanges(
  repository: MeasuredRepository,
  commits: readonly PageCommit[],
  seed: number,
): Promise<ChangeFigures> {
  const random = new SeededRandom(seed)
  const alarms: { commit: string; name: UnconfirmedName }[] = []
  const missed: ChangeFigures['missed'][number][] = []
  const found = noFaults(CERTAIN_FAULTS)
  const times: number[] = []
  let alarmed = 0
  let unread = 0
  for (const change of commits) {
    const workspace = await openIfWhole(repository, change.parent)
    if (workspace === undefined) {
      unread++
      continue
    }
    try {
      const check = async (pages: PageCommit['pages']) => {
        await workspace.reset()
        for (const { path, after } of pages) await workspace.write(path, after)
        const began = performance.now()
        const { unconfirmed } = await confirmNames(
          checkOf(workspace, change.message),
          AbortSignal.timeout(120_000),
        )
        times.push(performance.now() - began)
        return unconfirmed
      }
      const names = await check(change.pages)
      if (names.length > 0) alarmed++
      for (const name of names) alarms.push({ commit: change.commit, name })
      for (const kind of CERTAIN_FAULTS) {
        const fault = await faultIn(repository.path, change, kind, random)
        if (fault === undefined) continue
        found[kind].of++
        const reported = await check(fault.pages)
        if (reported.some(({ file, line }) => file === fault.path && line === fault.line)) found[kind].found++
        else missed.push({ commit: change.commit, kind, was: fault.was, is: fault.is, line: fault.text })
      }
    } finally {
      await workspace.close()
    }
  }
  return { commits: commits.length - unread, unread, alarms, alarmed, found, missed, times }
}

async function openIfWhole(repository: MeasuredRepository, commit: string): Promise<Workspace | undefined> {
  try {
    return await repository.open(commit)
  } catch (error) {
    if (DocentError.is(error, 'git_host_failed')) return undefined
    throw error
  }
}

function checkOf(workspace: Workspace, message: string): NameCheck {
  return { workspace, contexts: [], said: [message], reported: [], published: new Set() }
}

/** Undefined when no new line has a place for it, or when what was made up is in the repository. */
async function faultIn(repository: string, change: PageCommit, kind: CertainFault, random: SeededRandom) {
  const known: KnownTexts = { text: change.pages.map(({ after }) => after).join('\n'), names: new Set() }
  for (const page of random.shuffled(change.pages)) {
    const old = new Set(page.before.split('\n').map((line) => line.trim()))
    const lineAt = (offset: number) => {
      const start = page.after.lastIndexOf('\n', offset - 1) + 1
      const end = page.after.indexOf('\n', offset)
      return page.after.slice(start, end === -1 ? undefined : end)
    }
    const fault = injectFault(page.after, kind, known, random, (offset) => !old.has(lineAt(offset).trim()))
    if (fault === undefined) continue
    // A number of its option may stand anywhere else; a made-up name may not.
    if (kind !== 'wrong default' && (await occursAt(repository, change.parent, fault.is))) continue
    const line = fault.text.slice(0, fault.start).split('\n').length
    return {
      ...fault,
      path: page.path,
      line,
      text: fault.text.split('\n')[line - 1] ?? '',
      pages: change.pages.map((each) => (each === page ? { ...each, after: fault.text } : each)),
    }
  }
  return undefined
}
