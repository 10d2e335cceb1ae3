import { parseAccounts } from '@latchkey/wire/rpc/solana'
import type { AttachParameters } from '../../core/connection/family.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { WalletRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { IdParsers } from '../shared/approval.js'
import type { WalletRequester } from '../shared/walletRequest.js'
import { readAddress } from './address.js'
import { currentId } from './networkIds.js'

/** How ids of Solana networks and accounts are read: networks by the ids of today. */
export const solanaIds: IdParsers<string> = { network: currentId, address: readAddress }

/** Asks a wallet that was not paired for its accounts. None when it would have to ask its user. */
export async function requestAccounts(
  request: WalletRequester,
  mode: AttachParameters['mode'],
): Promise<readonly string[]> {
  if (mode === 'ask') {
    return request({
      method: 'solana_requestAccounts',
      isConnecting: true,
      timeout: limits.walletDecisionWait,
      parse: (response) => nonEmpty(readAccounts(response)),
    })
  }
  try {
    return await request({
      method: 'solana_getAccounts',
      timeout: limits.walletSilentWait,
      parse: readAccounts,
    })
  } catch (error) {
    // Wallets that are locked, or do not know the site, say it in any way they like.
    if (error instanceof UserRejectedError || error instanceof WalletRequestError) return []
    throw error
  }
}

/** Addresses of an answer or event, all of them valid. */
export function readAccounts(response: unknown): readonly string[] | undefined {
  const accounts = parseAccounts(response)
  return accounts?.every((account) => readAddress(account)) ? accounts : undefined
}

function nonEmpty<item>(list: readonly item[] | undefined): readonly item[] | undefined {
  return list && list.length > 0 ? list : undefined
}
