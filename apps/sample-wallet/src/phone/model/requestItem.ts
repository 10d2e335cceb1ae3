import type { Session } from '@latchkey/pairing/session'
import { caip2Of, chainIdOf } from '../../chain/network.js'
import { RpcError } from '../../chain/rpcError.js'
import { hexOf } from '../../chain/shape.js'
import type { SampleFamily } from '../../families/sampleFamily.js'
import type { Keyring } from '../../keys/keyring.js'
import { describeRequest } from '../../requests/describeRequest.js'
import { readFacts } from '../../requests/facts.js'
import { chainOf, perform, type SigningCall, signerOf } from '../../requests/perform.js'
import { readCall, type WalletCall } from '../../requests/readCall.js'
import { dappOf } from './dapp.js'
import type { Local } from './local.js'
import { familyOf } from './phoneFamily.js'
import type { RequestItem } from './phoneState.js'

export type IncomingRequest = {
  readonly topic: string
  readonly id: number
  readonly chainId: string
  readonly method: string
  readonly params: unknown
}

/** Dependencies for performing requests. */
export type Hands = {
  readonly keyring: Keyring
  /** Those besides eip155. */
  readonly families: readonly SampleFamily[]
  readonly local: Local
  readonly accounts: readonly number[]
  readonly setChain: (chain: string) => Promise<void>
}

type Received = { readonly result: unknown } | { readonly item: RequestItem }

/**
 * Reads a request of a session: requests without a prompt get a response at once, invalid ones throw
 * `RpcError`, and the others become a prompt.
 */
export function receiveRequest(
  request: IncomingRequest,
  session: Session,
  hands: Hands,
): Promise<Received> {
  const family = familyOf(hands.families, request.chainId)
  return family
    ? receiveFamilyRequest(request, session, hands, family)
    : receiveEvmRequest(request, session, hands)
}

async function receiveFamilyRequest(
  request: IncomingRequest,
  session: Session,
  { accounts, local }: Hands,
  family: SampleFamily,
): Promise<Received> {
  const { chainId: chain, method, params } = request
  if (!family.methods.includes(method)) throw RpcError.unsupportedMethod(method)
  const parsed = family.read(method, params, chain)
  if (!accountsOn(session, chain).includes(parsed.signer)) throw notOfSession()
  const index = accounts.find((one) => family.addresses(one, chain).includes(parsed.signer))
  if (index === undefined) throw RpcError.unauthorized()
  const act = () => parsed.perform(index, local.nodes.get(chain))
  if (parsed.needsNoApproval) return { result: await act() }
  return {
    item: {
      ...headOf(request, session),
      description: parsed.description,
      done: parsed.description.approve === 'Send' ? 'Sent.' : 'Signed.',
      perform: act,
    },
  }
}

async function receiveEvmRequest(
  request: IncomingRequest,
  session: Session,
  hands: Hands,
): Promise<Received> {
  const { chainId: caip2, method, params } = request
  const chainId = chainIdOf(caip2)
  const rpcUrl = hands.local.nodes.get(caip2)
  if (chainId === undefined || rpcUrl === undefined) throw RpcError.unrecognizedChain(caip2)
  const granted = accountsOn(session, caip2)
  if (method === 'eth_accounts' || method === 'eth_requestAccounts') return { result: granted }
  if (method === 'eth_chainId') return { result: hexOf(chainId) }
  const call = readCall(method, params)
  if (!call || call.kind === 'connect' || call.kind === 'add-chain')
    throw RpcError.unsupportedMethod(method)
  const act =
    call.kind === 'switch-chain'
      ? planSwitch(call.chainId, hands)
      : planSigning(call, { chainId, rpcUrl, granted }, hands)
  const head = headOf(request, session)
  const { name, host } = head.dapp
  const facts = await readFacts(call, { chainId, rpcUrl })
  const description = describeRequest(call, { requester: name, host, chainId, ...facts })
  return { item: { ...head, description, done: doneTexts[call.kind], perform: act } }
}

function planSwitch(chainId: number, { local, setChain }: Hands): RequestItem['perform'] {
  const chain = caip2Of(chainId)
  if (!local.nodes.has(chain)) throw RpcError.unrecognizedChain(hexOf(chainId))
  return async () => {
    await setChain(chain)
    return null
  }
}

function planSigning(
  call: SigningCall,
  { granted, ...endpoint }: { chainId: number; rpcUrl: string; granted: readonly string[] },
  { keyring, accounts }: Hands,
): RequestItem['perform'] {
  const signer = signerOf(call)
  if (!granted.some((account) => account.toLowerCase() === signer.toLowerCase()))
    throw notOfSession()
  if ((chainOf(call) ?? endpoint.chainId) !== endpoint.chainId)
    throw RpcError.invalidParams('The request names another chain than it was sent for.')
  return async () => {
    const index = accounts.find((account) => keyring.address(account) === signer)
    if (index === undefined) throw RpcError.unauthorized()
    return perform(call, keyring.account(index), endpoint)
  }
}

function headOf({ topic, id, chainId, method }: IncomingRequest, session: Session) {
  const key = `request:${topic}:${id}`
  const dapp = dappOf(session.peer.metadata)
  return { kind: 'request', key, id, topic, dapp, chain: chainId, method } as const
}

function accountsOn(session: Session, caip2: string): string[] {
  return Object.values(session.namespaces)
    .flatMap((namespace) => namespace.accounts)
    .filter((account) => account.startsWith(`${caip2}:`))
    .map((account) => account.slice(caip2.length + 1))
}

const notOfSession = () => RpcError.unauthorized('The account does not belong to this connection.')

const doneTexts: Readonly<Record<Exclude<WalletCall['kind'], 'connect' | 'add-chain'>, string>> = {
  message: 'Signed.',
  'typed-data': 'Signed.',
  transaction: 'Sent.',
  'switch-chain': 'Switched.',
}
