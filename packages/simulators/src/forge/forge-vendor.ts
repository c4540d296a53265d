import type { IncomingHttpHeaders } from 'node:http'
import type { ForgeRefusals } from './forge-refusals.ts'
import type { ForgeRoute } from './forge-route.ts'

/** What differs between the hosts: their routes, and what they say. */
export interface ForgeVendor extends ForgeRefusals {
  readonly name: string
  /** Where the REST API begins: `/api/v4`. */
  readonly apiPath: string
  readonly routes: readonly ForgeRoute[]
  readonly tokenPrefix: string
  readonly closesWithoutBase: boolean
  /** The pre-receive hook: refuses the branches in `$PROTECTED_BRANCHES`. */
  readonly protectionHook: string
  /** Texts of refused git requests. */
  readonly git: { realm: string; denied: string; missing: string; readOnly: string }
  /** The token of a REST request. */
  tokenOf(headers: IncomingHttpHeaders): string | undefined
  /** Body of a reply with a planted status. */
  planted(status: number, message: string): unknown
}

/** Refuses pushes to protected branches, in the words that `line` makes of `$branch`. */
export function protectionHook(line: string): string {
  return `#!/bin/sh
refused=0
while read -r old new ref; do
  for branch in $PROTECTED_BRANCHES; do
    if [ "$ref" = "refs/heads/$branch" ]; then
      echo "${line}" >&2
      refused=1
    fi
  done
done
exit $refused
`
}
