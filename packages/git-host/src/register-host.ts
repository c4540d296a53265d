import type { GitHost, PluginHost } from '@docent/core/plugin'

/** Adds a git host; without credentials, the health report says what does not work. */
export function registerHost(
  docent: Pick<PluginHost, 'addGitHost' | 'onHealth'>,
  host: GitHost,
  {
    plugin,
    missing,
    places = 'repositories',
  }: { plugin: string; missing: string | undefined; places?: string },
): void {
  docent.addGitHost(host)
  if (missing === undefined) return
  const message = `${plugin} has no ${missing}: it reads public ${places}, and the agent cannot work`
  docent.onHealth(() => ({ ok: true, message }))
}
