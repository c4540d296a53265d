import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AddProject, AnswerQuestion, createDocent, IndexProject, ProjectConfig } from '@docent/core'
import { gitLocal } from '@docent/git-local'
import { offline } from '@docent/model-offline'
import { fileIndex } from '@docent/retriever-files'
import { sourceGit } from '@docent/source-git'
import { sqlite, sqliteLimiter } from '@docent/store-sqlite'
import { gitWorkspaces } from '@docent/workspace-git'

const git = [gitWorkspaces(), sourceGit(), gitLocal({ roots: ['.'] })]
const plugins = [sqlite(), sqliteLimiter(), fileIndex(), offline(), ...git]
const docent = createDocent({ plugins, dataDirectory: resolve('docent-data') })
await docent.start()

const repository = pathToFileURL(resolve('handbook')).href
const models = { assistant: 'offline:docent' }
const config = ProjectConfig.parse({ id: 'handbook', repository, models })
const project = await docent.resolve(AddProject).add(config)
await docent.resolve(IndexProject).run(project)

const reader = { project, fp: 'me', clientHistory: [], context: [], regenerate: false, retrievalPageSize: 5 }
const question = { ...reader, question: 'How do I open an account?' }
const answer = await docent.resolve(AnswerQuestion).answer(question, AbortSignal.timeout(60_000))
await answer.stream((part) => {
  if (part.type === 'text') process.stdout.write(part.text)
  return undefined
})
await docent.stop()
