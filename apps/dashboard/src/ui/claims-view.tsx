import { safeAddress } from '@docent/client'
import type { CheckedClaims } from '../api/conversations.ts'
import { count } from './number.ts'

/** Sentences of an answer: those that no passage supports, then those that one supports, with that passage. */
export function ClaimsView({ claims: checked, answer }: { claims: CheckedClaims; answer: string }) {
  const { checker, threshold, claims, passages = [] } = checked
  const open = claims.filter(({ supported }) => supported < threshold)
  const held = claims.filter(({ supported }) => supported >= threshold)
  const sentence = ({ start, end }: CheckedClaims['claims'][number]) => `“${plain(answer.slice(start, end))}”`
  const source = ({ passage }: CheckedClaims['claims'][number]) => passages[passage ?? -1]
  return (
    <>
      <p className="quiet">
        {count(held.length)} of{' '}
        {claims.length === 1 ? '1 sentence is' : `${count(claims.length)} sentences are`} supported, says{' '}
        <code>{checker}</code>.
      </p>
      <ul className="claims">
        {open.map((claim) => (
          <li key={claim.start}>
            {sentence(claim)}{' '}
            <span className="quiet">not supported ({Math.round(claim.supported * 100)}%)</span>
          </li>
        ))}
      </ul>
      {held.some((claim) => source(claim) !== undefined) && (
        <details>
          <summary>Supported sentences</summary>
          <ul className="claims">
            {held.map((claim) => {
              const from = source(claim)
              return (
                <li key={claim.start}>
                  {sentence(claim)} {from !== undefined && <a href={safeAddress(from.url)}>{from.title}</a>}
                </li>
              )
            })}
          </ul>
        </details>
      )}
    </>
  )
}

/** A sentence without the addresses of its links and the marks of its code. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]{0,1000})\]\([^)]{0,1000}\)/g, '[$1]').replace(/`([^`]+)`/g, '$1')
}
