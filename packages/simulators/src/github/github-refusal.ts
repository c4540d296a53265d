const DOCUMENTATION = 'https://docs.github.com/rest'

/** A reply that refuses: thrown by operations, sent as it is by the server. */
export class GithubRefusal extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    message: string,
    more: {
      errors?: readonly ValidationFault[]
      url?: string
      headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(message)
    this.status = status
    this.headers = more.headers ?? {}
    this.body = {
      message,
      ...(more.errors ? { errors: more.errors } : {}),
      ...(more.url ? { url: more.url } : {}),
      documentation_url: DOCUMENTATION,
      status: String(status),
    }
  }
}

export interface ValidationFault {
  resource?: string
  field?: string
  code: string
  message?: string
}

export const notFound = (): GithubRefusal => new GithubRefusal(404, 'Not Found')
export const badCredentials = (): GithubRefusal => new GithubRefusal(401, 'Bad credentials')

export const invalid = (...errors: ValidationFault[]): GithubRefusal =>
  new GithubRefusal(422, 'Validation Failed', { errors })

export const notAccessible = (kind: 'app' | 'token'): GithubRefusal =>
  new GithubRefusal(
    403,
    `Resource not accessible by ${kind === 'app' ? 'integration' : 'personal access token'}`,
  )

export const suspended = (): GithubRefusal => new GithubRefusal(403, 'This installation has been suspended')
