import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  AddProject,
  type CallMeter,
  CountedModel,
  createDocent,
  IndexProject,
  RegisteredModelProviders,
  Settings,
} from '@docent/core'
import { Clock, type Docent, definePlugin, type ModelProvider, type Project } from '@docent/core/plugin'
import { ProjectOptions } from '@docent/http/settings'
import { z } from 'zod'
import { CheckAdapters } from './check-adapters.ts'
import { ROOT } from './tasks/fixture-site.ts'

/** Longest run of one task of the agent, ms. */
export const MOST_RUN_MS = 240_000
const MOST_ANSWER_MS = 120_000

/**
 * Opens a Docent of its own in a temporary folder, with the models and settings of another: search, answers, jobs and
 * pull requests are the real ones, and nothing of them touches the stores of the server.
 */
export async function withCheckDocent<Result>(
  origin: Docent,
  meter: CallMeter,
  work: (docent: Docent, addSite: AddSite) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'docent-model-check-'))
  try {
    const docent = await open(origin, meter, directory)
    await docent.start()
    try {
      return await work(docent, (site) =>
        addSite(docent, { directory, adapters: origin.resolve(CheckAdapters) }, site),
      )
    } finally {
      await docent.stop()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

export type AddSite = (site: {
  id: string
  files: ReadonlyMap<string, string>
  /** `provider:model` */
  model: string
  signal: AbortSignal
}) => Promise<Project>

async function open(origin: Docent, meter: CallMeter, dataDirectory: string): Promise<Docent> {
  const providers = origin.resolve(RegisteredModelProviders)
  const models = definePlugin({
    name: 'checked-models',
    options: z.strictObject({}),
    setup: (_options, host) => {
      for (const provider of providers) host.addModelProvider(counted(provider, meter))
    },
  })
  const { agent, assistant, leases } = origin.resolve(Settings)
  const ignore = () => undefined
  return createDocent({
    plugins: [...(await origin.resolve(CheckAdapters).plugins()), models()],
    settings: {
      leases,
      // A model that is away must end a task, not postpone it for a day.
      agent: { ...agent, concurrency: 1, maxOutageMs: 0, maxRunMs: Math.min(agent.maxRunMs, MOST_RUN_MS) },
      assistant: { ...assistant, maxAnswerMs: Math.min(assistant.maxAnswerMs, MOST_ANSWER_MS) },
    },
    dataDirectory,
    // What goes wrong is on the card.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    clock: origin.resolve(Clock),
  })
}

/** The chat models of a provider, counted: the sites of a check use no others. */
function counted(provider: ModelProvider, meter: CallMeter): ModelProvider {
  return {
    name: provider.name,
    model(id) {
      const resolved = provider.model(id)
      return { ...resolved, model: new CountedModel(resolved, meter) }
    },
  }
}

async function addSite(
  docent: Docent,
  { directory, adapters }: { directory: string; adapters: CheckAdapters },
  { id, files, model, signal }: Parameters<AddSite>[0],
): Promise<Project> {
  const from = join(directory, 'sites', id)
  for (const [path, text] of files) {
    await mkdir(dirname(join(from, path)), { recursive: true })
    await writeFile(join(from, path), text)
  }
  const path = join(directory, 'repositories', `${id}.git`)
  await mkdir(dirname(path), { recursive: true })
  await adapters.createRepository({
    path,
    from,
    message: 'Begin',
    author: { name: 'Docent', email: 'docent@users.noreply.localhost' },
    date: docent.resolve(Clock).now(),
  })
  const project = await docent.resolve(AddProject).add(
    ProjectOptions.parse({
      id,
      name: 'Ferry',
      repository: pathToFileURL(path).href,
      branch: 'main',
      docsPath: ROOT,
      models: { agent: model, assistant: model },
    }),
  )
  await docent.resolve(IndexProject).run(project, { signal })
  return project
}
