import { toQuantity } from '@latchkey/wire/rpc/eip155'
import type { WalletTransport } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { WalletRequestError, WalletTimeoutError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'
import { withTimeout } from '../../core/runtime/withTimeout.js'
import { readWalletError } from '../shared/walletError.js'
import { isExplicitRejection, type WalletRequest } from '../shared/walletRequest.js'

export type SwitchParameters = {
  readonly network: Network
  readonly request: (request: WalletRequest<true>) => Promise<true>
  /** Whether the wallet is on the network: a successful response does not prove it. */
  readonly isSwitched: () => Promise<boolean>
  /** Resolves when the wallet reports a change, or after a timeout. */
  readonly waitForChange: () => Promise<void>
  readonly signal: AbortSignal
}

/** Switches the wallet's network, and adds the network to a wallet that does not know it. */
export async function switchChain(parameters: SwitchParameters): Promise<void> {
  try {
    await requestChain(parameters, 'wallet_switchEthereumChain', {})
  } catch (error) {
    if (!isUnknownChain(error)) throw toChainError(error)
    await addChain(parameters)
  }
  if (await parameters.isSwitched()) return
  // Some wallets respond before they have switched.
  await parameters.waitForChange()
  if (!(await parameters.isSwitched())) throw new ChainNotSupportedError()
}

async function addChain(parameters: SwitchParameters): Promise<void> {
  const { name, nativeCurrency, publicRpcUrls, explorer } = parameters.network
  if (publicRpcUrls.length === 0) throw new ChainNotSupportedError()
  try {
    await requestChain(parameters, 'wallet_addEthereumChain', {
      chainName: name,
      nativeCurrency,
      rpcUrls: publicRpcUrls,
      ...(explorer && { blockExplorerUrls: [explorer.url] }),
    })
    // Adding does not switch in every wallet.
    if (!(await parameters.isSwitched()))
      await requestChain(parameters, 'wallet_switchEthereumChain', {})
  } catch (error) {
    throw toChainError(error)
  }
}

function requestChain(
  { network, request, signal }: SwitchParameters,
  method: string,
  details: object,
) {
  return request({
    method,
    params: [{ chainId: toQuantity(BigInt(network.reference)), ...details }],
    timeout: limits.walletDecisionWait,
    signal,
    // `null` in EIP-3326, but wallets return anything; `isSwitched` checks the result.
    parse: () => true,
  })
}

/** 4902 is the standard's code; some wallets send 32603 instead (specification §8). */
const unknownChainCodes = ['4902', '32603']
/** For wallets that send a generic code. */
const unknownChainPattern = /unrecogni[sz]ed chain/i

function isUnknownChain(error: unknown): boolean {
  if (error instanceof UserRejectedError) return !isExplicitRejection(error.cause)
  if (!(error instanceof WalletRequestError)) return false
  const { code, innerCode, message } = readWalletError(error.cause)
  return (
    [code, innerCode].some((each) => unknownChainCodes.includes(each)) ||
    unknownChainPattern.test(message)
  )
}

function toChainError(error: unknown): unknown {
  return error instanceof WalletRequestError ? new ChainNotSupportedError({ cause: error }) : error
}

/** Resolves when the wallet reports a new network or account, or after a timeout. */
export async function waitForChange(
  transport: WalletTransport,
  clock: Ports['clock'],
  signal: AbortSignal,
): Promise<void> {
  const timeout = new WalletTimeoutError('The wallet')
  const options = { limit: limits.walletSilentWait, late: () => timeout, signal }
  const stops: (() => void)[] = []
  const changed = new Promise<void>((resolve) => {
    for (const event of ['network', 'accounts'] as const) {
      stops.push(transport.on(event, () => resolve()))
    }
  })
  try {
    await withTimeout(clock, options, () => changed)
  } catch (error) {
    if (error !== timeout) throw error
  } finally {
    for (const stop of stops) stop()
  }
}
