import type { KindRule } from '../keys/kind-rule.ts'

/** `TS2307`, `E0382`, `PGRST116`, `SQLSTATE` codes by their letters; status codes behind "HTTP" or "status". */
const CODE = /^[A-Z]{1,6}-?\d{3,6}$/
const STATUS = /^[1-5]\d\d$/
const BEFORE_STATUS = /^(?:HTTP|status|code|Status|HTTP\/1\.1|HTTP\/2)$/
/** Standards and formats are numbered as well. */
const STANDARD = /^(?:RFC|ISO|UTF|SHA|MD|AES|RSA|HS|RS|ES|PS|EC|BASE|IPV|HTTP|CVE|X|H|P|S|EN|IEC)-?\d+$/

/** Codes of errors. */
export const errorCode: KindRule = {
  kind: 'error-code',
  read({ chunk, before, text }) {
    if (!/\d$/.test(chunk.text)) return undefined
    if (CODE.test(chunk.text)) return STANDARD.test(chunk.text) ? 'allowed' : { keys: [chunk.text] }
    if (before === undefined || !STATUS.test(chunk.text) || !BEFORE_STATUS.test(before.text)) return undefined
    return /^[ `*(]{1,3}$/.test(text.slice(before.end, chunk.start)) ? { keys: [chunk.text] } : undefined
  },
}
