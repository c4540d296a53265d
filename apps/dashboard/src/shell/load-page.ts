import { request } from '../api/request.ts'

/** Answers where the server can be reached. @throws Problem that says so where it can't. */
export async function reachServer(): Promise<void> {
  await request('/api/session')
}

/**
 * Loads the script of a page. The router loads the whole dashboard again when a script is missing, which mends an older
 * build; without a network, the browser would show its own page instead.
 */
export function loadPage<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch(async (error: unknown) => {
      await reachServer()
      throw error
    })
}
