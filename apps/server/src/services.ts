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
  ProjectUpdates,
  ProviderHealth,
  RateAnswer,
  ReadAnalytics,
  ReadClaims,
  ReadJobs,
  RecordAudit,
  RecordView,
  RequestLimits,
  RerankPassages,
  SearchDocs,
  SendMessage,
  Settings,
  SignInLimits,
  SpendCaps,
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
  Telemetry,
  ThreadStore,
} from '@docent/core/plugin'
import { NewsHub } from './api/events/news-hub.ts'
import { SignedInReader } from './api/signed-in.ts'
import { IndexRequests } from './background/index-requests.ts'
import { UpdateRequests } from './background/update-requests.ts'
import type { Backups } from './backup/backups.ts'
import type { HttpSettings } from './config/http-settings.ts'
import { ForwardedWarning } from './middleware/forwarded-warning.ts'
import { LargeBodies } from './middleware/large-bodies.ts'
import { KeyWatch } from './open-streams/key-watch.ts'
import { LiveStreams } from './open-streams/live-streams.ts'
import { SessionWatch } from './open-streams/session-watch.ts'
import { StreamMemory } from './open-streams/stream-memory.ts'
import type { OpenIdSettings } from './openid/openid-settings.ts'
import { ProviderClient } from './openid/provider-client.ts'
import { LazySite } from './site/lazy-site.ts'

/** What routes and middleware work with, resolved once. */
export interface Services {
  readonly docent: Docent
  readonly http: HttpSettings
  readonly dataDirectory: string
  readonly streams: LiveStreams
  readonly memory: StreamMemory
  readonly largeBodies: LargeBodies
  readonly keyWatch: KeyWatch
  readonly sessionWatch: SessionWatch
  readonly news: NewsHub
  readonly forwardedWarning: ForwardedWarning
  readonly site: LazySite
  readonly indexRequests: IndexRequests
  readonly updateRequests: UpdateRequests
  readonly projectUpdates: ProjectUpdates
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly telemetry: Telemetry
  readonly providerHealth: ProviderHealth
  /** Absent when no plugin fills the port. */
  readonly accounts: Accounts | undefined
  readonly signedIn: SignedInReader
  readonly backups: Backups
  readonly signInLimits: SignInLimits
  /** Absent when docent.config.ts names no provider of sign-in. */
  readonly openId: ProviderClient | undefined
  readonly settings: Settings
  readonly recordAudit: RecordAudit
  readonly enteredSecrets: EnteredSecrets
  /** Where people reach the server, without a trailing slash: begins every absolute link. */
  publicUrl(): string
  readonly authenticate: Authenticate
  readonly findProject: FindProject
  readonly requestLimits: RequestLimits
  readonly spendCaps: SpendCaps
  readonly limiter: FallbackLimiter
  readonly idempotency: Idempotency
  readonly createJob: CreateJob
  readonly sendMessage: SendMessage
  readonly jobs: JobStore
  readonly readJobs: ReadJobs
  readonly jobConversation: JobConversation
  readonly answerQuestion: AnswerQuestion
  readonly searchDocs: SearchDocs
  readonly rerankPassages: RerankPassages
  readonly rateAnswer: RateAnswer
  readonly readClaims: ReadClaims
  readonly readAnalytics: ReadAnalytics
  readonly threads: ThreadStore
  readonly createGapJob: CreateGapJob
  readonly readings: ReadingStore
  readonly filterScopes: FilterScopes
  readonly recordView: RecordView
  readonly givePageFeedback: GivePageFeedback
}

/** @param publicUrl where the server is reached; known for certain only once it listens */
export function resolveServices(
  docent: Docent,
  http: HttpSettings,
  publicUrl: () => string,
  dataDirectory: string,
  backups: Backups,
  openId?: OpenIdSettings,
): Services {
  const accounts = docent.find(Accounts)
  const signedIn = new SignedInReader(accounts, publicUrl)
  return {
    docent,
    http,
    dataDirectory,
    streams: new LiveStreams(),
    memory: new StreamMemory(http.maxStreamBytes),
    largeBodies: new LargeBodies(),
    keyWatch: new KeyWatch(docent.resolve(KeyStore), docent.resolve(Clock), docent.resolve(Logger), accounts),
    forwardedWarning: new ForwardedWarning(docent.resolve(Logger), http.trustedProxies),
    site: new LazySite(docent, http.imageHosts),
    indexRequests: new IndexRequests(),
    updateRequests: new UpdateRequests(),
    projectUpdates: docent.resolve(ProjectUpdates),
    clock: docent.resolve(Clock),
    ids: docent.resolve(Ids),
    logger: docent.resolve(Logger),
    telemetry: docent.resolve<Telemetry>(Telemetry),
    providerHealth: docent.resolve(ProviderHealth),
    accounts,
    signedIn,
    sessionWatch: new SessionWatch(signedIn, docent.resolve(Logger)),
    news: new NewsHub(docent, docent.resolve(Logger)),
    signInLimits: docent.resolve(SignInLimits),
    backups,
    openId: openId && new ProviderClient(openId, () => docent.resolve<Clock>(Clock).now()),
    settings: docent.resolve(Settings),
    recordAudit: docent.resolve(RecordAudit),
    enteredSecrets: docent.resolve(EnteredSecrets),
    publicUrl,
    authenticate: docent.resolve(Authenticate),
    findProject: docent.resolve(FindProject),
    requestLimits: docent.resolve(RequestLimits),
    spendCaps: docent.resolve(SpendCaps),
    limiter: docent.resolve(FallbackLimiter),
    idempotency: docent.resolve(Idempotency),
    createJob: docent.resolve(CreateJob),
    sendMessage: docent.resolve(SendMessage),
    jobs: docent.resolve(JobStore),
    readJobs: docent.resolve(ReadJobs),
    jobConversation: docent.resolve(JobConversation),
    answerQuestion: docent.resolve(AnswerQuestion),
    searchDocs: docent.resolve(SearchDocs),
    rerankPassages: docent.resolve(RerankPassages),
    rateAnswer: docent.resolve(RateAnswer),
    readClaims: docent.resolve(ReadClaims),
    readAnalytics: docent.resolve(ReadAnalytics),
    threads: docent.resolve(ThreadStore),
    createGapJob: docent.resolve(CreateGapJob),
    readings: docent.resolve(ReadingStore),
    filterScopes: docent.resolve(FilterScopes),
    recordView: docent.resolve(RecordView),
    givePageFeedback: docent.resolve(GivePageFeedback),
  }
}
