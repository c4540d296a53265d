// Whether this process lives: of a server on PORT, of docent work on DOCENT_HEALTH_PORT.
const port = process.env.DOCENT_HEALTH_PORT ?? process.env.PORT ?? '3000'
try {
  const reply = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(4_000) })
  process.exit(reply.ok ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
