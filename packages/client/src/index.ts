export {
  AgentClient,
  type CreateJobOptions,
  type JobEventsOptions,
  type ListJobsOptions,
  type WaitOptions,
} from './agent-client.ts'
export type {
  AnswerChunk,
  AnswerResult,
  AnswerSource,
  FoundPassage,
  PageOutput,
  SearchOutput,
} from './answer-chunk.ts'
export { AnswerStream } from './answer-stream.ts'
export { ApiError, type ApiErrorDetails, ConnectionError } from './api-error.ts'
export {
  type AnswerClaims,
  type AskOptions,
  type AssistantBrand,
  AssistantClient,
  type ContextItem,
  type FeedbackRequest,
  type HandedOver,
  type HandOverRequest,
  type OwnAnswer,
  type PageFeedbackRequest,
  type SearchFilter,
  type SearchOptions,
  type SiteVariants,
} from './assistant-client.ts'
export { type ChatMessage, type ChatTransportOptions, DocentChatTransport } from './chat-transport.ts'
export { createClient, type DocentClient } from './create-client.ts'
export type { AgentJob, JobEvent, JobPage, JobStatus, Todo } from './job.ts'
export { pagePath } from './page-path.ts'
export { randomId } from './random-id.ts'
export { safeAddress } from './safe-address.ts'
export type { PageContent, SearchResult } from './search-result.ts'
export { type ApiRequest, type CallOptions, type ClientOptions, Transport } from './transport.ts'
