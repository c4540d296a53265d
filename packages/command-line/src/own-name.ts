type Environment = Readonly<Record<string, string | undefined>>

/**
 * What to type before the name of a command, as the person typed it for this one: nothing else may be on their path.
 */
export function ownName({ npm_lifecycle_event: script }: Environment): string {
  if (script === 'start' || script === 'docent') return 'npm run --silent docent --'
  return script === 'npx' ? 'npx docent' : 'docent'
}

/** The command that starts the server. */
export function startCommand(env: Environment): string {
  const name = ownName(env)
  return name.startsWith('npm ') ? 'npm start' : `${name} serve`
}
