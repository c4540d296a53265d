import {
  AnswerQuestion,
  Authenticate,
  CreateGapJob,
  CreateJob,
  EnteredSecrets,
  FallbackLimiter,
  FilterScopes,
  FindProject,
  GivePageFeedback,
  Idempotency,
  JobConversation,
  ProjectGaps,
  ProjectUpdates,
  ProviderHealth,
  RateAnswer,
  ReadAnalytics,
  ReadClaims,
  ReadDocs,
  ReadJobs,
  RecordAudit,
  RecordView,
  RequestLimits,
  RerankPassages,
  SendMessage,
  Settings,
  SignInLimits,
  SpendCaps,
  type Token,
} from '@docent/core'
import {
  Accounts,
  Clock,
  type Docent,
  Ids,
  JobStore,
  KeyStore,
  Logger,
  ReadingStore,
  type RouteTable,
  Telemetry,
  ThreadStore,
} from '@docent/core/plugin'
import { LargeBodies } from '../bodies/large-bodies.ts'
import { StreamMemory } from '../replies/stream-memory.ts'
import { KeyWatch } from '../sessions/key-watch.ts'
import { SessionWatch } from '../sessions/session-watch.ts'
import { SignedInReader } from '../sessions/signed-in.ts'
import { DEFAULT_SETTINGS, type HandlerSettings } from '../settings/handler-settings.ts'
import { ForwardedWarning } from './forwarded-warning.ts'
import { IndexRequests } from './index-requests.ts'
import { LiveStreams } from './live-streams.ts'
import { UpdateRequests } from './update-requests.ts'

/** What operations use of a Docent. Each is resolved when it is first asked for, because few programs use all. */
interface Ports {
  readonly ids: Ids
  readonly settings: Settings
  readonly jobs: JobStore
  readonly threads: ThreadStore
  readonly readings: ReadingStore
}

const PORTS: { [Name in keyof Ports]: Token<Ports[Name]> } = {
  ids: Ids,
  settings: Settings,
  jobs: JobStore,
  threads: ThreadStore,
  readings: ReadingStore,
}

const USE_CASES = {
  authenticate: Authenticate,
  findProject: FindProject,
  requestLimits: RequestLimits,
  signInLimits: SignInLimits,
  spendCaps: SpendCaps,
  limiter: FallbackLimiter,
  idempotency: Idempotency,
  providerHealth: ProviderHealth,
  recordAudit: RecordAudit,
  enteredSecrets: EnteredSecrets,
  projectUpdates: ProjectUpdates,
  createJob: CreateJob,
  sendMessage: SendMessage,
  readJobs: ReadJobs,
  jobConversation: JobConversation,
  answerQuestion: AnswerQuestion,
  readDocs: ReadDocs,
  rerankPassages: RerankPassages,
  rateAnswer: RateAnswer,
  readClaims: ReadClaims,
  readAnalytics: ReadAnalytics,
  gaps: ProjectGaps,
  createGapJob: CreateGapJob,
  filterScopes: FilterScopes,
  recordView: RecordView,
  givePageFeedback: GivePageFeedback,
}

type UseCases = { readonly [Name in keyof typeof USE_CASES]: InstanceType<(typeof USE_CASES)[Name]> }

/** What operations and the steps before them work with. */
export interface Services extends Ports, UseCases {
  readonly docent: Docent
  readonly http: HandlerSettings
  readonly clock: Clock
  readonly logger: Logger
  readonly telemetry: Telemetry
  /** The operations that are described, also those of plugins. */
  readonly routes: RouteTable
  readonly streams: LiveStreams
  readonly memory: StreamMemory
  readonly largeBodies: LargeBodies
  readonly keyWatch: KeyWatch
  readonly sessionWatch: SessionWatch
  readonly forwardedWarning: ForwardedWarning
  readonly indexRequests: IndexRequests
  readonly updateRequests: UpdateRequests
  /** Absent when no plugin fills the port. */
  readonly accounts: Accounts | undefined
  readonly signedIn: SignedInReader
  /** Where people reach the server, without a trailing slash: begins every absolute link. */
  publicUrl(): string
}

export interface ServicesOptions<Features extends object = object> {
  routes: RouteTable
  http?: Partial<HandlerSettings>
  /** Where the server is reached; known for certain only once it listens. */
  publicUrl?: () => string
  /** What operations of `routes` find in `services`, beside what all operations have. */
  features?: Features
}

export function resolveServices<Features extends object = object>(
  docent: Docent,
  options: ServicesOptions<Features>,
): Services & Features {
  const http = { ...DEFAULT_SETTINGS, ...options.http }
  const publicUrl = options.publicUrl ?? (() => http.publicUrl ?? `http://${http.host}:3000`)
  const accounts = docent.find(Accounts)
  const signedIn = new SignedInReader(accounts, publicUrl)
  // Asked for also while a request ends after its Docent has stopped.
  const logger = docent.resolve<Logger>(Logger)
  const clock = docent.resolve<Clock>(Clock)
  const telemetry = docent.resolve<Telemetry>(Telemetry)
  return withResolved(docent, {
    docent,
    http,
    clock,
    logger,
    telemetry,
    publicUrl,
    routes: options.routes,
    streams: new LiveStreams(),
    memory: new StreamMemory(http.maxStreamBytes),
    largeBodies: new LargeBodies(),
    keyWatch: new KeyWatch(docent.resolve(KeyStore), clock, logger, accounts),
    sessionWatch: new SessionWatch(signedIn, logger),
    forwardedWarning: new ForwardedWarning(logger, http.trustedProxies),
    indexRequests: new IndexRequests(),
    updateRequests: new UpdateRequests(),
    accounts,
    signedIn,
    ...(options.features as Features),
  })
}

/** Properties that resolve their target when they are first read. */
function withResolved<Own extends object>(docent: Docent, own: Own): Own & Ports & UseCases {
  // They are kept on the prototype: the engine keeps an object of so many own properties as a slow table.
  const prototype = {}
  for (const [name, target] of Object.entries<Token<unknown> | (new (...args: never[]) => unknown)>({
    ...PORTS,
    ...USE_CASES,
  }))
    Object.defineProperty(prototype, name, {
      configurable: true,
      get() {
        const value = docent.resolve(target)
        Object.defineProperty(prototype, name, { value })
        return value
      },
    })
  return Object.setPrototypeOf(own, prototype)
}
