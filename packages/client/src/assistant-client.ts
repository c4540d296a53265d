import { AnswerStream } from './answer-stream.ts'
import { backoffMs, sleep } from './backoff.ts'
import { pagePath } from './page-path.ts'
import type { PageContent, SearchResult } from './search-result.ts'
import type { CallOptions, Transport } from './transport.ts'

/** Which pages are searched; all that are given must match. */
export interface SearchFilter {
  version?: string
  language?: string
  tag?: string
  /** With a key that has `trustGroups`: groups whose pages may be seen. Otherwise it only narrows the search. */
  groups?: string[]
}

/** Code or text that a question is about. */
export interface ContextItem {
  type: 'code' | 'textSelection'
  value: string
  /** Path of the source file or page. */
  path?: string
  /** Element of the page that holds it. */
  elementId?: string
}

export interface AskOptions extends CallOptions {
  /** Continues a conversation. */
  threadId?: string
  /** Key of that thread, where the server returned one. */
  threadKey?: string
  /** Identifies the person's session. Default `anonymous`. */
  fp?: string
  /** Path of the page that the person is viewing; one of more than 200 letters is cut. */
  currentPath?: string
  context?: readonly ContextItem[]
  filter?: SearchFilter
  /** Search results that the answer is built from, 1 to 50. Default 5. */
  retrievalPageSize?: number
}

export interface SearchOptions extends CallOptions {
  /** Most results, 1 to 50. Default 10. */
  pageSize?: number
  /** Leaves out results that score less, 0 to 1. */
  scoreThreshold?: number
  filter?: SearchFilter
  fp?: string
}

/** Names an answer of one's own. */
export interface OwnAnswer extends CallOptions {
  threadId: string
  threadKey?: string | undefined
  fp?: string
  /** Which answer; default: the newest of the thread. */
  messageId?: string | undefined
}

/** What a check of an answer's sentences came to. */
export interface AnswerClaims {
  /** Sentences below it count as not supported. */
  threshold: number
  /** Where each sentence stands in the answer's text, in UTF-16 units, and how well passages support it, 0 to 1. */
  claims: ReadonlyArray<{ start: number; end: number; supported: number }>
}

export interface FeedbackRequest extends OwnAnswer {
  rating: 'up' | 'down'
  /** What the reader says about it, at most 4,000 characters. */
  text?: string
}

export interface PageFeedbackRequest extends CallOptions {
  /** The page's path, or its whole address below the site of the project. */
  path: string
  helpful?: boolean
  /** What the reader says about the page, at most 4,000 characters. */
  comment?: string
  /** How to reach the reader. */
  contact?: string
  fp?: string
}

/** One request waits at the server for a check that runs, ms. */
const CLAIMS_WAIT_MS = 10_000
/** The server says that a check has failed after 70 seconds at the latest. */
const MOST_CLAIMS_REQUESTS = 15

/** What a reader can choose between; a list is empty where there is nothing to choose. */
export interface SiteVariants {
  /** The current one first, then the newest. */
  versions: { name: string; label: string; isCurrent: boolean }[]
  languages: { name: string; label: string }[]
  /** What the page that was named says of itself. */
  page: { version: string | null; language: string | null }
}

export interface AssistantBrand {
  name: string | null
  /** Such as `#5b21b6`. */
  accent: string | null
  logo: { light: string | null; dark: string | null }
  /** There are several versions or languages: `variants`. */
  variants: boolean
  /** Readers can reach a person: `handOver`. */
  support: boolean
}

export interface HandOverRequest extends Omit<OwnAnswer, 'messageId'> {
  /** The reader wants the transcript to be sent to the company. Default: false. */
  send?: boolean
  /** How to reach the reader. It is sent with the transcript. */
  contact?: string
}

/** How a reader reaches a person. */
export interface HandedOver {
  /** A form or help desk, with the transcript in the address where it has room. */
  url: string | null
  /** A `mailto:` link with the transcript. */
  email: string | null
  /** Whether `send` sends the transcript. */
  canSend: boolean
  sent: boolean
  /** What was said, Markdown. */
  transcript: string
}

/** Questions about a documentation site. Needs an assistant key, which is safe in a browser. */
export class AssistantClient {
  constructor(private readonly transport: Transport) {}

  /** Asks a question. Nothing is sent until the stream is read. */
  ask(
    domain: string,
    question: string,
    { signal, fp = 'anonymous', currentPath, ...options }: AskOptions = {},
  ): AnswerStream {
    const body = {
      fp,
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      ...(currentPath !== undefined && { currentPath: pagePath(currentPath) }),
      ...options,
    }
    return this.stream(domain, body, { ...(signal && { signal }) })
  }

  /** Sends a body of the message operation as it is, for clients that keep the conversation themselves. */
  stream(domain: string, body: object, { signal }: CallOptions = {}): AnswerStream {
    const open = () =>
      this.transport.send({
        method: 'POST',
        path: `/discovery/v2/assistant/${encodeURIComponent(domain)}/message`,
        headers: { accept: 'text/event-stream' },
        body,
        // A question that may have been answered is not asked again: it would be in the thread twice.
        retry: 'refused',
        ...(signal && { signal }),
      })
    return new AnswerStream(open, this.transport.idleTimeoutMs, signal)
  }

  /** Passages of the documentation, best first. */
  search(domain: string, query: string, { signal, ...options }: SearchOptions = {}): Promise<SearchResult[]> {
    const path = `/discovery/v1/search/${encodeURIComponent(domain)}`
    return this.transport.json({
      method: 'POST',
      path,
      body: { query, ...options },
      ...(signal && { signal }),
    })
  }

  /** The Markdown of one page, by its route path such as `/guides/start`. @throws ApiError 404. */
  page(
    domain: string,
    path: string,
    { signal, ...options }: CallOptions & { groups?: string[] } = {},
  ): Promise<PageContent> {
    const request = { path, ...options }
    return this.transport.json({
      method: 'POST',
      path: `/discovery/v1/page/${encodeURIComponent(domain)}`,
      body: request,
      ...(signal && { signal }),
    })
  }

  /** Says whether an answer helped; saying it again replaces what was said. */
  async feedback(domain: string, { signal, fp = 'anonymous', ...feedback }: FeedbackRequest): Promise<void> {
    await this.transport.json({
      method: 'POST',
      path: `/discovery/v2/assistant/${encodeURIComponent(domain)}/feedback`,
      body: { fp, ...feedback },
      ...(signal && { signal }),
    })
  }

  /**
   * Which sentences of an answer its passages support, as soon as the check after the answer has ended. Ask only where
   * `checksClaims` of the answer says so. `undefined` when nobody checked it. @throws ApiError 404.
   */
  async claims(
    domain: string,
    { signal, fp = 'anonymous', ...answer }: OwnAnswer,
  ): Promise<AnswerClaims | undefined> {
    for (let request = 0; request < MOST_CLAIMS_REQUESTS; request++) {
      if (request > 0) await sleep(backoffMs(request), signal)
      const { status, ...claims } = await this.transport.json<AnswerClaims & { status: string }>({
        method: 'POST',
        path: `/discovery/v2/assistant/${encodeURIComponent(domain)}/claims`,
        body: { fp, ...answer, waitMs: CLAIMS_WAIT_MS },
        timeoutMs: 3 * CLAIMS_WAIT_MS,
        ...(signal && { signal }),
      })
      if (status === 'checked') return claims
      if (status !== 'checking') return undefined
    }
    return undefined
  }

  /** Leads the reader of a conversation to a person. Nothing is sent without `send`. @throws ApiError 404. */
  async handOver(
    domain: string,
    { signal, fp = 'anonymous', ...request }: HandOverRequest,
  ): Promise<HandedOver> {
    return this.transport.json({
      method: 'POST',
      path: `/discovery/v2/assistant/${encodeURIComponent(domain)}/hand-over`,
      body: { fp, ...request },
      ...(signal && { signal }),
    })
  }

  /** Says whether a page helped, or what a reader thinks of it. At least one of the two is needed. */
  async pageFeedback(domain: string, { signal, ...feedback }: PageFeedbackRequest): Promise<{ id: string }> {
    return this.transport.json({
      method: 'POST',
      path: `/discovery/v1/feedback/${encodeURIComponent(domain)}`,
      body: feedback,
      ...(signal && { signal }),
    })
  }

  /** What a company chose for its project: a color, and paths of logos on the server. */
  async brand(domain: string, { signal }: CallOptions = {}): Promise<AssistantBrand> {
    return this.transport.json({
      method: 'POST',
      path: `/discovery/v1/brand/${encodeURIComponent(domain)}`,
      ...(signal && { signal }),
    })
  }

  /** The versions and languages that a reader can choose between. @param options `path` of the page that is viewed */
  async variants(
    domain: string,
    { path, signal }: CallOptions & { path?: string } = {},
  ): Promise<SiteVariants> {
    return this.transport.json({
      method: 'POST',
      path: `/discovery/v1/variants/${encodeURIComponent(domain)}`,
      body: { ...(path !== undefined && { path }) },
      ...(signal && { signal }),
    })
  }

  /** Counts a view of a page. @param path the page's path, or its whole address below the site of the project */
  async view(domain: string, path: string, { signal }: CallOptions = {}): Promise<void> {
    await this.transport.json({
      method: 'POST',
      path: `/discovery/v1/view/${encodeURIComponent(domain)}`,
      body: { path },
      ...(signal && { signal }),
    })
  }
}
