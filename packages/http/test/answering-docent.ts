import { AddProject, createDocent, DEFAULT_ORGANIZATION, IssueKey, ProjectConfig } from '@docent/core'
import {
  type Docent,
  KeyStore,
  ProjectStore,
  projectId,
  RateLimiter,
  Retriever,
  ThreadStore,
} from '@docent/core/plugin'
import {
  indexedPage,
  MemoryKeyStore,
  MemoryProjectStore,
  MemoryRetriever,
  MemoryThreadStore,
  ModelRateLimiter,
  type ScriptedModel,
  type ScriptedReply,
  scriptedModel,
  scriptedProvider,
} from '@docent/testing'

export interface AnsweringDocent extends AsyncDisposable {
  readonly docent: Docent
  /** An assistant key of the project `docs`. */
  readonly key: string
  readonly model: ScriptedModel
  /** What the model says from now on. */
  says(reply: ScriptedReply): void
}

/** A Docent in memory, with the ports that questions over HTTP need and no others. */
export async function answeringDocent(): Promise<AnsweringDocent> {
  let reply: ScriptedReply = { text: 'Done.' }
  const model = scriptedModel(() => reply)
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([indexedPage({ path: '/start', texts: ['Start the server with `docent serve`.'] })])
  await writer.commit('r1')
  const docent = createDocent({
    dataDirectory: '/nowhere',
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    settings: { secrets: ['a secret of at least thirty-two characters'] },
    plugins: [
      {
        name: 'memory',
        install(host) {
          host.provide(KeyStore, new MemoryKeyStore())
          host.provide(ProjectStore, new MemoryProjectStore())
          host.provide(ThreadStore, new MemoryThreadStore())
          host.provide(RateLimiter, new ModelRateLimiter(host.clock))
          host.provide(Retriever, retriever)
          host.addModelProvider(scriptedProvider('test', { model }, { assistant: 'model', agent: 'model' }))
        },
      },
    ],
  })
  await docent.start()
  const config = ProjectConfig.parse({ id: 'docs', repository: 'https://git.example/docs.git' })
  const { id } = await docent.resolve(AddProject).add(config)
  const { key } = await docent
    .resolve(IssueKey)
    .issue({ kind: 'assistant', organizationId: DEFAULT_ORGANIZATION, projectIds: [id], name: 'test' })
  return {
    docent,
    key,
    model,
    says: (next) => {
      reply = next
    },
    [Symbol.asyncDispose]: () => docent.stop(),
  }
}
