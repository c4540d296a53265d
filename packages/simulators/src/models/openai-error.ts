/** An error reply of OpenAI's APIs. */
export function openaiError(status: number, message: string) {
  const type =
    status === 429 ? 'rate_limit_exceeded' : status >= 500 ? 'server_error' : 'invalid_request_error'
  return { error: { message, type, param: null, code: status === 401 ? 'invalid_api_key' : null } }
}
