import { type MeasuredProcess, startProcess } from './measured-process.ts'
import type { Target } from './stream-client.ts'

/** One way to serve answers, by one protocol. */
export interface Candidate {
  readonly name: string
  readonly server: MeasuredProcess
  readonly target: Target
  /** Bursts a round. */
  readonly bursts: number
}

/** Name, process that serves it, protocol, bursts a round. */
const CANDIDATES = [
  ['floor, v2', 'floor', 'v2', 60],
  ['Docent, v2', 'docent', 'v2', 60],
  ['floor, v1', 'floor', 'v1', 60],
  ['Docent, v1', 'docent', 'v1', 60],
  ["ai 7's helper, v2", 'ai7', 'v2', 8],
] as const

export const CANDIDATE_NAMES: readonly string[] = CANDIDATES.map(([name]) => name)

/** Starts the servers of all candidates whose name has this in it, one for both protocols. */
export async function startCandidates(program: string, named = ''): Promise<Candidate[]> {
  const chosen = CANDIDATES.filter(([name]) => name.includes(named))
  const servers = new Map<string, Promise<MeasuredProcess>>()
  for (const [, process] of chosen)
    if (!servers.has(process)) servers.set(process, startProcess(program, process))
  return Promise.all(
    chosen.map(async ([name, process, version, bursts]) => {
      const server = (await servers.get(process)) as MeasuredProcess
      return {
        name,
        server,
        target: { url: server.url + server.paths[version], headers: server.headers },
        bursts,
      }
    }),
  )
}

export async function stopCandidates(candidates: readonly Candidate[]): Promise<void> {
  for (const server of new Set(candidates.map((candidate) => candidate.server))) await server.stop()
}
