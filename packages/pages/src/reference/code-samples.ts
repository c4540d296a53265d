/** A request to write samples for. */
export interface SampleRequest {
  method: string
  /** With the example's values in it. */
  url: string
  /** Which key the operation needs, if any. */
  key: 'admin' | 'assistant' | undefined
  /** JSON. */
  body: unknown
  /** Media types that the operation insists on. */
  accept: string | undefined
  /** The reply is read as it comes. */
  isStream: boolean
}

export interface CodeSample {
  id: string
  label: string
  code: string
}

const VARIABLES = { admin: 'DOCENT_ADMIN_KEY', assistant: 'DOCENT_ASSISTANT_KEY' }

/** The same request for the shell, TypeScript and Python. */
export function codeSamples(request: SampleRequest): CodeSample[] {
  return [
    { id: 'curl', label: 'curl', code: curl(request) },
    { id: 'typescript', label: 'TypeScript', code: typescript(request) },
    { id: 'python', label: 'Python', code: python(request) },
  ]
}

function curl({ method, url, key, body, accept, isStream }: SampleRequest): string {
  const lines = [
    `curl ${isStream ? '-N ' : ''}${method === 'GET' || method === 'POST' ? '' : `-X ${method} `}'${url}'`,
  ]
  if (method === 'POST' && body === undefined) lines.push('-X POST')
  if (accept !== undefined) lines.push(`-H 'Accept: ${accept}'`)
  if (key !== undefined) lines.push(`-H "Authorization: Bearer $${VARIABLES[key]}"`)
  if (body !== undefined)
    lines.push(`-H 'Content-Type: application/json'`, `-d '${quoted(JSON.stringify(body, null, 2))}'`)
  return lines.join(' \\\n  ')
}

function typescript({ method, url, key, body, accept, isStream }: SampleRequest): string {
  const headers = [
    ...(key === undefined ? [] : [`authorization: \`Bearer \${process.env.${VARIABLES[key]}}\``]),
    ...(body === undefined ? [] : [`'content-type': 'application/json'`]),
    ...(accept === undefined ? [] : [`accept: '${accept}'`]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(JSON.stringify(body, null, 2))})`]),
  ]
  const call =
    options.length === 0
      ? `fetch('${url}')`
      : `fetch('${url}', {\n${options.map((line) => `  ${line},\n`).join('')}})`
  const read = isStream
    ? `for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) process.stdout.write(chunk)`
    : 'console.log(reply.status, await reply.text())'
  return `const reply = await ${call}\n${read}`
}

function python({ method, url, key, body, accept, isStream }: SampleRequest): string {
  const headers = [
    ...(key === undefined ? [] : [`"Authorization": f"Bearer {os.environ['${VARIABLES[key]}']}"`]),
    ...(accept === undefined ? [] : [`"Accept": "${accept}"`]),
  ]
  const lines = [
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`json=json.loads(r'''${JSON.stringify(body, null, 2)}'''),`]),
    ...(isStream ? ['stream=True,'] : []),
    'timeout=60,',
  ]
  const modules = [
    ...(body === undefined ? [] : ['import json']),
    ...(key === undefined ? [] : ['import os']),
    'import requests',
  ]
  const call = `reply = requests.request(\n    "${method}",\n    "${url}",\n${lines.map((line) => `    ${line}\n`).join('')})`
  const read = isStream
    ? 'for line in reply.iter_lines(decode_unicode=True):\n    print(line)'
    : 'print(reply.status_code, reply.text)'
  return `${modules.join('\n')}\n\n${call}\n${read}`
}

/** Within single quotes of a shell. */
function quoted(text: string): string {
  return text.replaceAll("'", `'\\''`)
}

function indented(json: string): string {
  return json.replaceAll('\n', '\n  ')
}
