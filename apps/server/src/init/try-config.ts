import { defined } from '@docent/content'
import { Models, type SourceTrial, TryModel, TrySource, toProject } from '@docent/core'
import { DocentError, type Project } from '@docent/core/plugin'
import { loadConfig } from '../config/load-config.ts'
import { withDraft } from './with-draft.ts'

type Tried<Result> = Result | { error: string }

export interface ConfigTrial {
  source: Tried<Pick<SourceTrial, 'layout' | 'siteAbove' | 'pages' | 'ms'>>
  model: Tried<{ model: string; said: string; ms: number }>
}

/** Reads the documentation and calls the model once, with a configuration as a server would, and keeps nothing. */
export async function tryConfig(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<ConfigTrial> {
  const config = await loadConfig(folder)
  const [first] = config.projects
  if (!first) throw new DocentError('configuration', 'docent.config.ts names no project.')
  return withDraft({ config, env, folder }, async (docent) => {
    const project: Project = toProject(first, 'config', 0)
    return {
      source: await tried(signal, async () => {
        const { layout, siteAbove, pages, ms, problem } = await docent
          .resolve(TrySource)
          .try(project, { signal })
        if (pages === 0)
          throw new DocentError(
            'configuration',
            problem ?? `There is no documentation page in ${first.repository}.`,
          )
        return { layout, ...defined({ siteAbove }), pages, ms }
      }),
      model: await tried(signal, () => {
        const id = docent.resolve(Models).idFor(project, 'assistant')
        return docent.resolve(TryModel).try(id, 'language', { signal })
      }),
    }
  })
}

/** What fails is said: the files are there, and a person mends the rest. */
async function tried<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Tried<Result>> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    if (!DocentError.is(error)) throw error
    return { error: error.message }
  }
}
