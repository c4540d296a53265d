import type { Texts } from '../../located/read-script.ts'

/** A configuration with a redirect; undefined where there is none, and where it stays as it is. */
export function withRedirect(
  file: string | undefined,
  texts: Texts,
  add: (configuration: string) => string,
): { file: string; text: string } | undefined {
  const text = texts.get(file ?? '')
  if (file === undefined || text === undefined) return undefined
  const redirected = add(text)
  return redirected === text ? undefined : { file, text: redirected }
}
