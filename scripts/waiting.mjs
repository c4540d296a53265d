const FIRST_MS = 6_000
const EVERY_MS = 15_000
const PING_MS = 5_000

/**
 * Says on standard error, every 15 seconds, that a step goes on, and whether the registry of packages answers.
 * @returns what ends it
 */
export function toldWhileWaiting(
  title,
  { registry = usedRegistry(), say = console.error, request = fetch } = {},
) {
  const began = Date.now()
  let timer = setTimeout(look, FIRST_MS)
  let isOver = false
  return () => {
    isOver = true
    clearTimeout(timer)
  }

  async function look() {
    const problem = await unreachable(registry, request)
    if (isOver) return
    const seconds = Math.round((Date.now() - began) / 1000)
    if (problem !== undefined)
      say(
        `The registry of packages, ${registry}, cannot be reached (${problem}). Trying again since ${seconds} s. Check the connection, or the proxy of npm.`,
      )
    else if (seconds >= EVERY_MS / 1000) say(`${title}: still at work after ${seconds} s`)
    timer = setTimeout(look, EVERY_MS)
  }
}

/** Any reply is one. A request does not go through the proxy of npm, so behind one nothing is said of the registry. */
async function unreachable(registry, request) {
  if (isBehindProxy()) return undefined
  try {
    const { body } = await request(registry, { method: 'HEAD', signal: AbortSignal.timeout(PING_MS) })
    await body?.cancel()
    return undefined
  } catch (error) {
    return error.name === 'TimeoutError'
      ? 'no answer'
      : (error.cause?.code ?? error.cause?.message ?? error.message)
  }
}

function usedRegistry() {
  return process.env.npm_config_registry || 'https://registry.npmjs.org/'
}

function isBehindProxy() {
  const { env } = process
  return ['npm_config_https_proxy', 'npm_config_proxy', 'https_proxy', 'HTTPS_PROXY'].some(
    (name) => env[name],
  )
}
