import type { NetworkId } from '@latchkey/wire/caip'
import type { AttachParameters } from '../../core/connection/family.js'
import * as limits from '../../core/runtime/limits.js'
import type { WalletRequester } from '../shared/walletRequest.js'
import { type AddressPrefixes, type CosmosKey, parseKeys } from './address.js'

/** Requests an in-page wallet's account on a network. Empty when it would have to prompt the user. */
export function requestKeys(
  request: WalletRequester,
  {
    mode,
    networkId,
    prefixes,
    isConnecting,
    signal,
  }: {
    readonly mode: AttachParameters['mode']
    readonly networkId: NetworkId
    readonly prefixes: AddressPrefixes | undefined
    readonly isConnecting?: boolean
    readonly signal?: AbortSignal | undefined
  },
): Promise<readonly CosmosKey[]> {
  const mayPrompt = mode === 'ask'
  return request({
    method: mayPrompt ? 'cosmos_requestAccounts' : 'cosmos_getAccounts',
    network: networkId,
    isConnecting,
    timeout: mayPrompt ? limits.walletDecisionWait : limits.walletSilentWait,
    signal,
    parse: (response) => parseKeys(response, networkId, prefixes),
  })
}
