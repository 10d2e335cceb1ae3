import { type RequestedNamespaces, restrict, type SessionNamespaces } from './namespaces.js'
import { decodeRecap, getRecapGrant, type Recap, recapStatement } from './recap.js'
import { unique } from './shapes.js'
import { type Cacao, parseIssuer } from './signInMessage.js'

/** The namespaces a sign-in grants: its accounts, with the chains and methods of its recap. */
export function toSessionGrant(
  cacaos: readonly Cacao[],
  requested: RequestedNamespaces,
): SessionNamespaces {
  const accounts: string[] = []
  const methods: string[] = []
  for (const { p: payload } of cacaos) {
    const issuer = parseIssuer(payload.iss)
    const recap = decodeRecap(payload.resources?.at(-1))
    if (issuer === undefined || recap === undefined) continue
    const granted = getRecapGrant(recap)
    methods.push(...granted.methods)
    for (const chain of unique([issuer.chainId, ...granted.chains])) {
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

/** Appends the recap's text to the statement, only once. */
export function withRecapStatement(statement: string | undefined, recap: Recap): string {
  const sentence = recapStatement(recap)
  if (!statement) return sentence
  return statement.includes(sentence) ? statement : `${statement} ${sentence}`
}
