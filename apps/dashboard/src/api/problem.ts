/** A refusal of the server, in its own words, with the id that finds the request in the log. */
export class Problem extends Error {
  override readonly name = 'Problem'

  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly requestId: string | undefined,
    readonly issues: readonly { path: string; message: string }[] = [],
  ) {
    super(message)
  }

  /** What is wrong with one field of a form. */
  issueOf(path: string): string | undefined {
    return this.issues.find((issue) => issue.path === path)?.message
  }
}

interface ProblemBody {
  detail?: string
  code?: string
  requestId?: string
  issues?: { path: string; message: string }[]
}

export async function readProblem(reply: Response): Promise<Problem> {
  const requestId = reply.headers.get('x-request-id') ?? undefined
  const body = await problemBody(reply)
  const message = body?.detail ?? `The server answered ${reply.status}. Try again.`
  return new Problem(
    message,
    reply.status,
    body?.code ?? 'unknown',
    body?.requestId ?? requestId,
    body?.issues,
  )
}

async function problemBody(reply: Response): Promise<ProblemBody | undefined> {
  const isJson = reply.headers.get('content-type')?.includes('json')
  return isJson ? ((await reply.json()) as ProblemBody) : undefined
}
