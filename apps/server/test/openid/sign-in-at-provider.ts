import type { CookieJar } from './cookie-jar.ts'

/** Goes through the pages of the provider. @returns the address that the provider sends the browser back to */
export async function signInAtProvider(jar: CookieJar, start: string, login: string): Promise<string> {
  const { origin } = new URL(start)
  let url = start
  for (let pages = 0; pages < 12; pages++) {
    const reply = await jar.fetch(url)
    const location = reply.headers.get('location')
    if (location !== null) {
      url = new URL(location, url).href
      if (new URL(url).origin !== origin) return url
      continue
    }
    const page = await reply.text()
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (action === undefined || prompt === undefined) throw new Error(`${reply.status} ${page.slice(0, 500)}`)
    const answered = await jar.fetch(new URL(action, url).href, {
      method: 'POST',
      body: new URLSearchParams({ prompt, login, password: 'any' }),
    })
    url = new URL(answered.headers.get('location') ?? '', url).href
    if (new URL(url).origin !== origin) return url
  }
  throw new Error('The provider did not finish.')
}
