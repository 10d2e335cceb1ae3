import type { Session } from '@latchkey/pairing/session'
import { chainIdOf } from '../../chain/network.js'
import { RpcError } from '../../chain/rpcError.js'
import { hexOf } from '../../chain/shape.js'
import { readFacts } from '../../requests/facts.js'
import { inWords } from '../../requests/inWords.js'
import { chainOf, signerOf } from '../../requests/perform.js'
import { readCall } from '../../requests/readCall.js'
import { dappOf } from './dapp.js'
import type { RequestItem } from './phoneState.js'

export type AskedRequest = {
  readonly topic: string
  readonly id: number
  readonly chainId: string
  readonly method: string
  readonly params: unknown
}

type Received = { readonly answer: unknown } | { readonly item: RequestItem }

/**
 * Reads a request of a session: what needs nobody is answered at once, what cannot be done is thrown
 * as `RpcError`, the rest is put before the person.
 */
export async function receiveRequest(
  { topic, id, chainId: caip2, method, params }: AskedRequest,
  session: Session,
  chains: ReadonlyMap<number, string>,
): Promise<Received> {
  const chainId = chainIdOf(caip2)
  if (chainId === undefined || !chains.has(chainId)) throw RpcError.unrecognizedChain(caip2)
  const accounts = accountsOn(session, caip2)
  if (method === 'eth_accounts' || method === 'eth_requestAccounts') return { answer: accounts }
  if (method === 'eth_chainId') return { answer: hexOf(chainId) }
  const call = readCall(method, params)
  if (!call || call.kind === 'connect' || call.kind === 'add-chain')
    throw RpcError.unsupportedMethod(method)
  if (call.kind === 'switch-chain') {
    if (!chains.has(call.chainId)) throw RpcError.unrecognizedChain(hexOf(call.chainId))
  } else {
    const signer = signerOf(call)
    if (!accounts.some((account) => account.toLowerCase() === signer.toLowerCase()))
      throw RpcError.unauthorized('The account does not belong to this connection.')
    if ((chainOf(call) ?? chainId) !== chainId)
      throw RpcError.invalidParams('The request names another chain than it was sent for.')
  }
  const dapp = dappOf(session.peer.metadata)
  const facts = await readFacts(call, { chainId, rpcUrl: chains.get(chainId) })
  const words = inWords(call, { asker: dapp.name, host: dapp.host, chainId, ...facts })
  const key = `request:${topic}:${id}`
  return { item: { kind: 'request', key, id, topic, dapp, chainId, method, call, words } }
}

function accountsOn(session: Session, caip2: string): string[] {
  return Object.values(session.namespaces)
    .flatMap((namespace) => namespace.accounts)
    .filter((account) => account.startsWith(`${caip2}:`))
    .map((account) => account.slice(caip2.length + 1))
}
