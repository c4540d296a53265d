import type { FoundPassages } from '../../search/found-passages.ts'

/** Which addresses an answer may show: those of retrieved pages, those that the docs or the question print, and local ones. */
export class AllowedAddresses {
  constructor(
    private readonly found: FoundPassages,
    /** Text of the caller: addresses in it may be repeated. */
    private readonly askedText: string,
  ) {}

  /** True for the address of a retrieved page, with or without an anchor. */
  isPage(address: string): boolean {
    const [page = '', anchor, ...more] = address.split('#')
    if (more.length > 0 || (anchor !== undefined && !/^[\w.~%!$'()*+,;=:@/?-]*$/.test(anchor))) return false
    return this.found.hasUrl(page)
  }

  /** True for an address that may stand in prose. */
  isAllowed(address: string): boolean {
    return this.isPage(address) || isLocal(address) || this.isNamed(address)
  }

  /** True when the docs or the question print exactly this address, host name or address of mail. */
  isNamed(name: string): boolean {
    return this.found.all.some(({ content }) => prints(content, name)) || prints(this.askedText, name)
  }
}

/** The browser's reading decides: `http://localhost:80@evil.example` is not on this machine. */
function isLocal(address: string): boolean {
  if (!/^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?#]|$)/i.test(address)) return false
  return !address.includes('\\') && URL.canParse(address)
}

/** A longer name that only begins with this one, such as `a.example.org` for `a.example`, is another. */
function prints(text: string, name: string): boolean {
  if (name === '') return false
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text.slice(at + name.length, at + name.length + 2)
    if (!/[\p{L}\p{N}@._-]/u.test(before) && !/^[\p{L}\p{N}_@%-]|^[.:][\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}
