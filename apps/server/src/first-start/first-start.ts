import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ownName } from '@docent/command-line'
import { AddProject, DEFAULT_ORGANIZATION, IssueKey } from '@docent/core'
import {
  Clock,
  type Docent,
  Ids,
  KeyStore,
  type Logger,
  NamedLeases,
  ProjectStore,
} from '@docent/core/plugin'
import { ProjectOptions } from '@docent/http/settings'
import { dataDirectoryOf } from '../config/environment.ts'
import type { Environment } from '../environment.ts'
import { findDemoContent } from './demo-content.ts'
import { type Demo, welcomeText } from './welcome-text.ts'

const DEMO_ID = 'docent'
const MODEL = 'offline:docent'
const LEASE = 'first-start'
const LEASE_MS = 30_000

export interface FirstStartOptions {
  env: Environment
  folder: string
  logger: Logger
  /** Folder of the demo documentation; default: the one that ships with the server. */
  content?: string
}

/** Makes a server that has neither projects nor keys usable at once: a demo project, and a key of each kind. */
export class FirstStart {
  /** Set when this was the first start and the demo was made. */
  demo: Demo | undefined
  #hasKeys = true

  constructor(private readonly options: FirstStartOptions) {}

  /** Does nothing on a server that has a project or a key. Of processes that start at once, one makes the demo. */
  async prepare(docent: Docent): Promise<void> {
    if (await this.#isInUse(docent)) return
    const leases = docent.resolve<NamedLeases>(NamedLeases)
    const holder = docent.resolve(Ids).secret()
    while (!(await leases.acquire(LEASE, holder, LEASE_MS))) await pause(100)
    try {
      if (!(await this.#isInUse(docent))) await this.#prepareEmpty(docent)
    } finally {
      await leases.release(LEASE, holder)
    }
  }

  async #isInUse(docent: Docent): Promise<boolean> {
    const [projects, keys] = await Promise.all([
      docent.resolve(ProjectStore).list(),
      docent.resolve(KeyStore).list(DEFAULT_ORGANIZATION),
    ])
    this.#hasKeys = keys.length > 0
    return projects.length > 0 || this.#hasKeys
  }

  async #prepareEmpty(docent: Docent): Promise<void> {
    const content = this.options.content ?? findDemoContent()
    if (content === undefined) {
      this.options.logger.warn({}, 'the documentation for the demo project is not there: no demo is made')
      return
    }
    this.demo = await this.#makeDemo(docent, content)
  }

  /** What to print once the server listens. */
  welcome(url: string): string | undefined {
    const { env, folder } = this.options
    const docent = ownName(env)
    if (this.demo)
      return welcomeText(url, this.demo, { docent, folder, dataDirectory: dataDirectoryOf(env, folder) })
    return this.#hasKeys ? undefined : `There is no API key yet. Create one with "${docent} keys create".`
  }

  async #makeDemo(docent: Docent, content: string): Promise<Demo> {
    const { createLocalRepository } = await import('@docent/git-local')
    const path = join(dataDirectoryOf(this.options.env, this.options.folder), 'repositories', 'demo.git')
    await createLocalRepository({
      path,
      from: content,
      message: 'Add the documentation of Docent',
      author: { name: 'Docent', email: 'docent@users.noreply.localhost' },
      date: docent.resolve(Clock).now(),
    })
    const config = ProjectOptions.parse({
      id: DEMO_ID,
      name: 'Docent',
      repository: pathToFileURL(path).href,
      branch: 'main',
      site: 'public',
      models: { agent: MODEL, assistant: MODEL, sonnet: MODEL, opus: MODEL },
    })
    const project = await docent.resolve(AddProject).add(config, 'demo')
    const issueKey = docent.resolve(IssueKey)
    const owner = { organizationId: DEFAULT_ORGANIZATION, projectIds: [project.id] }
    const admin = await issueKey.issue({
      kind: 'admin',
      organizationId: DEFAULT_ORGANIZATION,
      name: 'First admin key',
    })
    const assistant = await issueKey.issue({ kind: 'assistant', name: 'First assistant key', ...owner })
    return {
      projectId: project.id,
      domain: project.domain,
      adminKey: admin.key,
      assistantKey: assistant.key,
    }
  }
}
