import { toQuantity } from '@latchkey/wire/rpc/eip155'
import type { WalletTransport } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { withDeadline } from '../../core/runtime/deadline.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { WalletRequestError, WalletTimeoutError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'
import { isSpokenRefusal, type Question } from '../shared/askWallet.js'
import { readFault } from '../shared/walletFault.js'

export type SwitchParameters = {
  readonly network: Network
  readonly ask: (question: Question<true>) => Promise<true>
  /** Whether the wallet really is on the network, which a friendly answer does not prove. */
  readonly isThere: () => Promise<boolean>
  /** Resolves when the wallet tells of a change, or when it has had its time. */
  readonly nextChange: () => Promise<void>
  readonly signal: AbortSignal
}

/** Brings the wallet to a network, offering the network to a wallet that does not know it. */
export async function switchChain(parameters: SwitchParameters): Promise<void> {
  try {
    await ask(parameters, 'wallet_switchEthereumChain', {})
  } catch (error) {
    if (!isUnknownChain(error)) throw asChainError(error)
    await addChain(parameters)
  }
  if (await parameters.isThere()) return
  // Some wallets answer before they have switched.
  await parameters.nextChange()
  if (!(await parameters.isThere())) throw new ChainNotSupportedError()
}

async function addChain(parameters: SwitchParameters): Promise<void> {
  const { name, nativeCurrency, publicRpcUrls, explorer } = parameters.network
  if (publicRpcUrls.length === 0) throw new ChainNotSupportedError()
  try {
    await ask(parameters, 'wallet_addEthereumChain', {
      chainName: name,
      nativeCurrency,
      rpcUrls: publicRpcUrls,
      ...(explorer && { blockExplorerUrls: [explorer.url] }),
    })
    // Adding does not switch in every wallet.
    if (!(await parameters.isThere())) await ask(parameters, 'wallet_switchEthereumChain', {})
  } catch (error) {
    throw asChainError(error)
  }
}

function ask({ network, ask, signal }: SwitchParameters, method: string, details: object) {
  return ask({
    method,
    params: [{ chainId: toQuantity(BigInt(network.reference)), ...details }],
    limit: limits.walletDecisionWait,
    signal,
    // `null` by the standard; wallets answer all sorts of things, and none of them is proof.
    parse: () => true,
  })
}

/** 4902 is the standard's code, 32603 one that wallets mistook for it (specification §8). */
const unknownChainCodes = ['4902', '32603']
/** For wallets that say it in words, under a code that stands for anything. */
const unknownChainWords = /unrecogni[sz]ed chain/i

function isUnknownChain(error: unknown): boolean {
  if (error instanceof UserRejectedError) return !isSpokenRefusal(error.cause)
  if (!(error instanceof WalletRequestError)) return false
  const { code, innerCode, message } = readFault(error.cause)
  return (
    [code, innerCode].some((each) => unknownChainCodes.includes(each)) ||
    unknownChainWords.test(message)
  )
}

function asChainError(error: unknown): unknown {
  return error instanceof WalletRequestError ? new ChainNotSupportedError({ cause: error }) : error
}

/** Comes back when the wallet tells of something new, or has had time enough to. */
export async function nextChange(
  transport: WalletTransport,
  clock: Ports['clock'],
  signal: AbortSignal,
): Promise<void> {
  const enough = new WalletTimeoutError('The wallet')
  const options = { limit: limits.walletSilentWait, late: () => enough, signal }
  const stops: (() => void)[] = []
  const told = new Promise<void>((resolve) => {
    for (const event of ['network', 'accounts'] as const) {
      stops.push(transport.on(event, () => resolve()))
    }
  })
  try {
    await withDeadline(clock, options, () => told)
  } catch (error) {
    if (error !== enough) throw error
  } finally {
    for (const stop of stops) stop()
  }
}
