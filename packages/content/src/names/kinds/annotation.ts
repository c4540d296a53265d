import { isPlaceholder } from '../allowed/placeholders.ts'
import { isCode, type KindRule, next } from '../keys/kind-rule.ts'

/** `example.io/key`: a domain and one part, which is no version and no file. */
const ANNOTATION =
  /^((?:[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?\.){1,6}[a-z]{2,10})\/([A-Za-z][\w.-]{1,60})(?==|$)/
const VERSION = /^v\d/
/** Addresses without a scheme, and images. */
const HOST =
  /^(?:www\.|(?:.+\.)?(?:github|gitlab|bitbucket|docker|ghcr|quay|gcr|npmjs|golang|gopkg|pypi|crates)\.)/
/** What Kubernetes and its tools have by themselves. */
const COMMON =
  /^(?:(?:app|node|node-role|topology|beta|pod-security|batch|apps|service|storageclass|volume|ingressclass|nginx\.ingress)\.)?kubernetes\.io$|^(?:[a-z.-]+\.)?k8s\.io$|^(?:meta\.)?helm\.sh$/

/** Keys of annotations and labels, where the documentation has others of their domain. */
export const annotation: KindRule = {
  kind: 'key',
  read(place) {
    const { chunk, isWholeSpan } = place
    if (!isCode(place) || !chunk.text.includes('/')) return undefined
    const found = ANNOTATION.exec(chunk.text)
    if (found === null) return undefined
    const [text, domain = '', key = ''] = found
    const isKey = isWholeSpan || text !== chunk.text || /["':=]/.test(next(place))
    if (!isKey || HOST.test(domain) || VERSION.test(key)) return undefined
    if (COMMON.test(domain) || isPlaceholder(key) || /(?:^|\.)example\./.test(domain)) return 'allowed'
    return { text, keys: [text], spaces: [`${domain}/`], onlyOwn: true }
  },
}
