import { referenceOf } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import { parseAddress, parseChainId, parseData, toQuantity } from '@latchkey/wire/rpc/eip155'
import { NodeError } from '../../core/runtime/errors/network.js'
import { CapabilitiesError, InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { walletMethods } from './accounts.js'
import { requestNode } from './nodes.js'
import { prepareTransaction, sendTransaction } from './sendTransaction.js'
import type { EvmConnection } from './session.js'
import { signPersonal, signTypedData, textToHex } from './signing.js'

export { canBatch, readFeeTokens } from './capabilities.js'
export { readBatch, sendCalls } from './contractCalls.js'
export { sendTransfer } from './sendTransaction.js'
export { signText } from './signing.js'

/**
 * Handles a request of the site. Known values are returned at once; signatures and transactions are
 * sent only for the active account and network; the rest is forwarded.
 */
export async function handleSiteRequest(
  connection: EvmConnection,
  method: string,
  params: unknown,
): Promise<unknown> {
  const { active, networkId } = connection.state()
  const [first, second] = Array.isArray(params) ? params : []
  switch (method) {
    case 'eth_accounts':
    case 'eth_requestAccounts':
      return connection.addresses()
    case 'eth_chainId':
      return connection.checkChain(undefined)
    case 'net_version':
      return referenceOf(networkId)
    case 'personal_sign':
      connection.checkAccount(assertParsed(parseAddress(second)))
      return signPersonal(connection, { message: readMessage(first), address: active.address })
    case 'eth_signTypedData_v4':
      connection.checkAccount(assertParsed(parseAddress(first)))
      return signTypedData(connection, { data: second, address: active.address })
    case 'eth_sendTransaction':
      return sendTransaction(connection, first)
    case 'eth_signTransaction':
      return forward(connection, method, [prepareTransaction(connection, first).call])
    case 'wallet_sendCalls':
      return forward(connection, method, [prepareCalls(connection, first)])
    case 'eth_sign':
    case 'eth_signTypedData_v3':
      connection.checkAccount(assertParsed(parseAddress(first)))
      return forward(connection, method, params)
    case 'eth_signTypedData':
      connection.checkAccount(assertParsed(parseAddress(first) ?? parseAddress(second)))
      return forward(connection, method, params)
    case 'wallet_getCapabilities':
      return readCapabilities(connection, params)
    case 'wallet_switchEthereumChain':
      return switchForSite(connection, method, params)
    default:
      return connection.readsFromNodes && !walletMethods.includes(method)
        ? readChain(connection, method, params)
        : forward(connection, method, params)
  }
}

function forward(connection: EvmConnection, method: string, params: unknown): Promise<unknown> {
  // The site knows what to expect, so the response is returned unchecked.
  const parse = (response: unknown) => ({ response })
  return connection
    .request({ method, params, timeout: limits.walletDecisionWait, parse })
    .then(({ response }) => response)
}

/** The wallet's capabilities by chain (EIP-5792). */
async function readCapabilities(connection: EvmConnection, params: unknown): Promise<unknown> {
  const response = await forward(connection, 'wallet_getCapabilities', params)
  const isReadable =
    isRecord(response) &&
    Object.entries(response).every(
      ([chainId, capabilities]) => parseChainId(chainId) !== undefined && isRecord(capabilities),
    )
  if (!isReadable) throw new CapabilitiesError()
  return response
}

/** For wallets that sign but do not read the chain. */
function readChain(connection: EvmConnection, method: string, params: unknown): Promise<unknown> {
  const network = connection.activeNetwork()
  if (!network) throw new NodeError()
  const parse = (result: unknown) => result
  const list = Array.isArray(params) ? params : []
  const { endpoints, signal } = connection
  return requestNode({ endpoints, network, method, params: list, parse, signal })
}

async function switchForSite(connection: EvmConnection, method: string, params: unknown) {
  const [target] = Array.isArray(params) ? params : []
  const reference = assertParsed(parseChainId(Object(target).chainId))
  const network = connection.networks().find(({ id }) => id === `eip155:${reference}`)
  if (!network) return forward(connection, method, [{ chainId: toQuantity(BigInt(reference)) }])
  await connection.switchNetwork(network, connection.signal)
  return null
}

/** A batch (EIP-5792) with sender and chain filled in. */
function prepareCalls(connection: EvmConnection, request: unknown): object {
  if (typeof request !== 'object') throw new InvalidRequestError('parameters')
  const { from, chainId, ...rest } = { ...request } as Record<string, unknown>
  const sender = from === undefined ? undefined : assertParsed(parseAddress(from))
  const reference = chainId === undefined ? undefined : assertParsed(parseChainId(chainId))
  connection.checkAccount(sender)
  return {
    ...rest,
    from: connection.state().active.address,
    chainId: connection.checkChain(reference),
  }
}

/** Sites pass bytes or text, and wallets guess which, so wallets always get bytes. */
function readMessage(message: unknown) {
  const data = parseData(message)
  if (data) return data
  if (typeof message !== 'string') throw new InvalidRequestError('parameters')
  return textToHex(message)
}

function assertParsed<value>(parsed: value | undefined): value {
  if (parsed === undefined) throw new InvalidRequestError('parameters')
  return parsed
}
