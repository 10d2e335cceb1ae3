import { type RequestedNamespaces, restrict, type SessionNamespaces } from './namespaces.js'
import { decodeRecap, getRecapGrant } from './recap.js'
import { unique } from './shapes.js'
import { type Cacao, parseIssuer } from './signInMessage.js'

/**
 * The namespaces a sign-in grants: its accounts, with the chains and methods of its recap. A key is the
 * same on every chain; a contract proves its address on one chain only.
 */
export function toSessionGrant(
  cacaos: readonly Cacao[],
  requested: RequestedNamespaces,
): SessionNamespaces {
  const accounts: string[] = []
  const methods: string[] = []
  for (const { p: payload, s: signature } of cacaos) {
    const issuer = parseIssuer(payload.iss)
    const recap = decodeRecap(payload.resources?.at(-1))
    if (issuer === undefined || recap === undefined) continue
    const granted = getRecapGrant(recap)
    methods.push(...granted.methods)
    const others = signature.t === 'eip191' ? granted.chains : []
    for (const chain of unique([issuer.chainId, ...others])) {
      accounts.push(`${chain}:${issuer.address}`)
    }
  }
  const entry = {
    chains: [],
    accounts: unique(accounts),
    methods: unique(methods),
    events: ['chainChanged', 'accountsChanged'],
  }
  const namespaces = restrict({ eip155: entry }, requested)
  return namespaces.eip155?.methods.length ? namespaces : {}
}
