import { defineLocal, interruptible, projectNamed } from '@docent/command-line'
import { TrySource, toProject } from '@docent/core'
import { DocentError, type Project } from '@docent/core/plugin'
import { TrialObject, trialLines } from '@docent/dashboard-api/for-commands'
import { ProjectOptions } from '@docent/http/settings'
import { withDocent } from '../command-line/with-docent.ts'
import { loadConfig } from '../config/load-config.ts'
import { findRepository } from '../init/find-repository.ts'
import { withDraft } from '../init/with-draft.ts'

export const inspect = defineLocal({
  description: 'Show what an index would contain, and how Docent understands the site',
  args: {
    documentation: {
      type: 'positional',
      required: true,
      description: 'ID of a project, a folder such as ./docs, or the URL of a repository',
    },
    branch: { type: 'string', description: 'Branch to read; default: the branch of the project' },
    'docs-path': { type: 'string', description: 'Folder of the documentation in the repository' },
  },
  example: 'projects inspect ./docs',
  json: TrialObject,
  async run({ args, out }) {
    if (!args.json) out.line('Reading the documentation …')
    const { branch, 'docs-path': docsPath } = args
    const changed = {
      ...(branch !== undefined && { branch }),
      ...(docsPath !== undefined && { docsPath }),
    }
    const trial = await interruptible((signal) => tried(args.documentation, changed, signal))
    if (trial.problem !== undefined) process.exitCode = 1
    return trial
  },
  show(trial, out) {
    for (const line of trialLines(trial)) out.line(line)
    if (trial.problem !== undefined) out.error(`\n${trial.problem}`)
  },
})

type Changes = Partial<Pick<Project, 'branch' | 'docsPath'>>

async function tried(documentation: string, changes: Changes, signal: AbortSignal) {
  if (!isPlace(documentation))
    return withDocent(async (docent) => {
      const project = {
        ...(await projectNamed(docent, documentation).catch(asFolder(documentation))),
        ...changes,
      }
      return docent.resolve(TrySource).try(project, { signal })
    })
  const folder = process.cwd()
  const config = await loadConfig(folder)
  const { name: id, ...found } = findRepository(documentation, folder)
  const draft = ProjectOptions.parse({ id, ...found, ...changes })
  // The one who types the command may read the folder: as a project of the configuration would be.
  return withDraft({ config: { ...config, projects: [draft] }, env: process.env, folder }, (docent) =>
    docent.resolve(TrySource).try(toProject(draft, 'config', 0), { signal }),
  )
}

/** A folder or an address, as nobody names a project. */
function isPlace(text: string): boolean {
  return text.startsWith('.') || /[/\\]/.test(text)
}

function asFolder(name: string): (error: unknown) => never {
  return (error) => {
    if (!DocentError.is(error, 'not_found')) throw error
    throw new DocentError('not_found', `${error.message} To inspect a folder, write ./${name}.`, {
      cause: error,
    })
  }
}
