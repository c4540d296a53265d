import { GitHosts, Models, TryModel } from '@docent/core'
import {
  BackgroundTasks,
  type Docent,
  DocentError,
  type Project,
  ProjectStore,
  Retriever,
} from '@docent/core/plugin'
import { ProviderClient } from '@docent/dashboard-api'
import type { OpenIdSettings } from '@docent/dashboard-api/for-commands'
import { checkIndex } from './check-index.ts'
import { attention, type CheckResult, checked, failed, fine } from './check-result.ts'
import { checkStoredSecrets } from './check-stored-secrets.ts'
import { networkFailure, reasonOf } from './network-failure.ts'

const TIMEOUT_MS = 20_000
/** A clock that is off by more refuses sign-ins and signs webhooks that receivers refuse. */
const MOST_SKEW_MS = 60_000

/** What the plugins say of themselves, and what the models and git hosts answer. */
export async function checkServices(
  docent: Docent,
  openId: OpenIdSettings | undefined,
  reach: boolean,
): Promise<CheckResult[]> {
  const { parts } = await docent.health()
  const results = Object.entries(parts).map(([name, { ok, message }]) =>
    ok ? fine(`plugin ${name}`, 'Works') : failed(`plugin ${name}`, message ?? 'Does not work'),
  )
  const projects = (await docent.resolve(ProjectStore).list()).filter(({ disabled }) => !disabled)
  if (projects.length === 0)
    results.push(
      attention(
        'projects',
        'There are no projects',
        'Run: docent projects add. Or add one to projects in docent.config.ts.',
      ),
    )
  results.push(await checkTasks(docent), await checkStoredSecrets(docent))
  for (const project of projects) results.push(await checkIndex(docent, project))
  if (!reach) return results
  const asked = [
    ...projects
      .filter(({ repository }) => repository !== undefined)
      .map((project) => checkHost(docent, project)),
    ...modelsOf(docent, projects).map(({ id, kind }) =>
      checked(`model ${id}`, async () => {
        const { ms } = await docent.resolve(TryModel).try(id, kind)
        return fine(`model ${id}`, `Answered in ${ms} ms`)
      }),
    ),
    ...missingModels(docent, projects),
    ...checkReplication(docent),
    ...(openId ? [checkProvider(openId), checkClock(openId.issuer)] : []),
  ]
  return [...results, ...(await Promise.all(asked)), ...(await clocksOf(projects, openId))]
}

function checkTasks(docent: Docent): Promise<CheckResult> {
  const name = 'background tasks'
  return checked(name, async () => {
    const dead = await docent.resolve(BackgroundTasks).dead(20)
    const [newest] = dead
    if (!newest) return fine(name, 'None failed')
    return attention(
      name,
      `${dead.length} failed every time, such as ${newest.queue} of ${new Date(newest.at).toISOString()}: ${newest.reason}`,
      'Check the log for that time. Then retry the task on the System page of the dashboard. A scheduled task runs again by itself.',
    )
  })
}

function checkHost(docent: Docent, project: Project): Promise<CheckResult> {
  const name = `repository of ${project.id}`
  return checked(name, async () => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const host = await docent.resolve(GitHosts).forProject(project, { signal })
    let branch: string
    try {
      branch = await host.defaultBranch(String(project.repository), { signal })
    } catch (error) {
      const reason = networkFailure(error)
      if (reason === undefined) {
        if (!DocentError.is(error) || !error.isRetryable) throw error
        return failed(
          name,
          `${project.repository}: ${error.message}`,
          'Check the status page or the log of the git host, and try again.',
        )
      }
      return failed(
        name,
        `${project.repository} cannot be reached: ${reason}`,
        'Correct the address of the repository, or check DNS, the network, and HTTPS_PROXY.',
      )
    }
    return fine(name, `${project.repository} responds. Its default branch is ${branch}`)
  })
}

/** Nothing where one machine, or one disk, has the search index. */
function checkReplication(docent: Docent): Promise<CheckResult>[] {
  const { replication } = docent.resolve(Retriever)
  if (replication === undefined) return []
  const name = 'store of the search index'
  return [
    checked(name, async () =>
      fine(name, await replication.check({ signal: AbortSignal.timeout(TIMEOUT_MS) })),
    ),
  ]
}

type Kind = 'language' | 'embedding' | 'rerank'

/** Each model once, however many projects use it. */
function modelsOf(docent: Docent, projects: readonly Project[]): { id: string; kind: Kind }[] {
  const models = docent.resolve(Models)
  const found = new Map<string, Kind>()
  for (const project of projects) {
    for (const { id } of models.chatModels(project)) found.set(id, 'language')
    const { embedding, rerank } = project.models
    if (embedding !== undefined) found.set(embedding, 'embedding')
    if (rerank !== undefined) found.set(rerank, 'rerank')
  }
  return [...found].map(([id, kind]) => ({ id, kind }))
}

/** Roles for which no model can be found. */
function missingModels(docent: Docent, projects: readonly Project[]): Promise<CheckResult>[] {
  const models = docent.resolve(Models)
  return projects.flatMap((project) =>
    (['assistant', 'agent'] as const).flatMap((role) => {
      try {
        models.resolve(models.idFor(project, role))
        return []
      } catch (error) {
        if (!DocentError.is(error)) throw error
        return [Promise.resolve(failed(`${role} of ${project.id}`, error.message))]
      }
    }),
  )
}

function checkProvider(settings: OpenIdSettings): Promise<CheckResult> {
  const name = 'sign-in provider'
  return checked(name, async () => {
    const { href } = settings.issuer
    const client = new ProviderClient(settings, Date.now)
    try {
      await client.begin('http://127.0.0.1/api/session/openid/callback', AbortSignal.timeout(TIMEOUT_MS))
    } catch (error) {
      if (!DocentError.is(error) || error.code !== 'unavailable') throw error
      return failed(
        name,
        `${href} cannot be reached: ${reasonOf(error)}`,
        'Check signIn.openid.issuer or DOCENT_OPENID_ISSUER, the network, and the certificate of the provider.',
      )
    }
    return fine(name, `${href} responds with its discovery document`)
  })
}

/** One clock of others is enough. */
async function clocksOf(
  projects: readonly Project[],
  openId: OpenIdSettings | undefined,
): Promise<CheckResult[]> {
  if (openId) return []
  const addresses = projects.map(({ repository = '' }) => repository).filter((url) => /^https:/.test(url))
  const [first] = addresses
  return first === undefined ? [] : [await checkClock(new URL(first))]
}

async function checkClock({ origin }: URL): Promise<CheckResult> {
  const name = 'clock'
  return checked(name, async () => {
    const began = Date.now()
    const reply = await fetch(origin, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => new Error(reasonOf(error)))
    if (reply instanceof Error)
      return attention(
        name,
        `Not compared, because ${origin} cannot be reached: ${reply.message}`,
        'Check it yourself: timedatectl',
      )
    const theirs = Date.parse(reply.headers.get('date') ?? '')
    const skew = theirs - (began + Date.now()) / 2
    if (Number.isNaN(skew)) return fine(name, `Not compared, because ${origin} sends no date`)
    const seconds = Math.round(Math.abs(skew) / 1_000)
    const text =
      seconds === 0
        ? `The same time as ${origin}`
        : `${seconds} s ${skew > 0 ? 'behind' : 'ahead of'} the clock of ${origin}`
    if (Math.abs(skew) > MOST_SKEW_MS)
      return failed(name, text, 'Synchronize the clock of this machine with NTP: timedatectl set-ntp true')
    return fine(name, text)
  })
}
