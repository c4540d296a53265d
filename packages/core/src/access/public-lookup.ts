import { isPublicAddress } from '../domain/ip-address.ts'

export interface LookedUpAddress {
  address: string
  /** 4 or 6. */
  family: number
}

/** Looks up every address of a name, as `lookup` of node:dns does with `all`. */
export type AddressLookup = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookedUpAddress[]) => void,
) => void

/** The option `lookup` of connections. */
export type ConnectionLookup = (
  hostname: string,
  options: { all?: boolean | undefined },
  callback: (error: Error | null, address: string | LookedUpAddress[], family?: number) => void,
) => void

/**
 * A `lookup` for connections that refuses a name with any address which is not public: which of them is used is not ours
 * to say. The connection is made to the very addresses that were judged, so that no second answer of a name server can
 * lead elsewhere. An address written in the URL itself is never looked up: judge it with `isPublicAddress`.
 *
 * @param refusal the error of a connection that is refused
 */
export function publicLookup(lookup: AddressLookup, refusal: () => Error): ConnectionLookup {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(refusal(), '')
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}
