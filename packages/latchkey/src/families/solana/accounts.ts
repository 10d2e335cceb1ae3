import { parseAccounts } from '@latchkey/wire/rpc/solana'
import type { AttachParameters } from '../../core/connection/family.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { WalletRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { IdParsers } from '../shared/approval.js'
import type { WalletRequester } from '../shared/walletRequest.js'
import { readAddress } from './address.js'
import { currentId } from './networkIds.js'

/** Legacy network ids are mapped to the current ones. */
export const solanaIds: IdParsers<string> = { network: currentId, address: readAddress }

/** Requests accounts from an in-page wallet. Empty if silent and not connected yet. */
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
    // Locked wallets, and those that do not know the site, may respond with any error.
    if (error instanceof UserRejectedError || error instanceof WalletRequestError) return []
    throw error
  }
}

/** The addresses of a response or event; undefined when one is invalid. */
export function readAccounts(response: unknown): readonly string[] | undefined {
  const accounts = parseAccounts(response)
  return accounts?.every((account) => readAddress(account)) ? accounts : undefined
}

function nonEmpty<item>(list: readonly item[] | undefined): readonly item[] | undefined {
  return list && list.length > 0 ? list : undefined
}
