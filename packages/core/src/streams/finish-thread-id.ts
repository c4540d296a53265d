/** What a project's `finishThreadId` and the query parameter of that name may say. */
export const FINISH_THREAD_ID_SETTINGS = ['auto', 'top-level', 'metadata'] as const

export type FinishThreadIdSetting = (typeof FINISH_THREAD_ID_SETTINGS)[number]

/** Where the `finish` event of the UI message stream carries the thread's id. */
export type FinishThreadIdPlace = Exclude<FinishThreadIdSetting, 'auto'>

export interface FinishThreadIdRequest {
  /** The request's JSON body, as it came. */
  readonly body: unknown
  /** The project's setting. */
  readonly setting: FinishThreadIdSetting
  /** `?finishThreadId=` of this request; it wins over the setting. */
  readonly override?: FinishThreadIdSetting
  /** The request has an `Origin`: pages read answers with the AI SDK, and have the header `X-Thread-Id` beside. */
  readonly isFromPage?: boolean
}

/**
 * Decides where `finish` carries the thread's id.
 *
 * A plain reader looks for `event.threadId`, but strict AI SDK clients fail the whole answer on that key. So it
 * is there unless the request comes from a page, or the body was made by such a client. The first turn of an app on a
 * server that rebuilds its body cannot be told apart: it pins the place by the setting or the query.
 */
export function finishThreadIdPlace(request: FinishThreadIdRequest): FinishThreadIdPlace {
  const setting = request.override ?? request.setting
  if (setting !== 'auto') return setting
  return request.isFromPage === true || isFromAiSdk(request.body) ? 'metadata' : 'top-level'
}

/** useChat of AI SDK 5+ sends `trigger`, and messages that have `metadata` or parts with a `state`. */
function isFromAiSdk(body: unknown): boolean {
  if (!isObject(body)) return false
  return 'trigger' in body || list(body, 'messages').some(isUiMessage)
}

function isUiMessage(message: unknown): boolean {
  if (!isObject(message)) return false
  return 'metadata' in message || list(message, 'parts').some((part) => isObject(part) && 'state' in part)
}

function list(of: object, key: string): readonly unknown[] {
  const value: unknown = Reflect.get(of, key)
  return Array.isArray(value) ? value : []
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
