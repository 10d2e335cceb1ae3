import { useMemo } from 'react'
import { getWalletListInput, type WalletListInput } from '../../../core/wallets/installedWallets.js'
import {
  getAllWalletCount,
  getPendingRowCount,
  getWalletRows,
  type WalletRow,
} from '../../../core/wallets/walletList.js'
import { useStores } from '../../hooks/useStore.js'

export type WalletList = {
  readonly rows: readonly WalletRow[]
  /** Rows on their way. */
  readonly pending: number
  /** What the AllWallets view has to show; undefined while only the directory knows. */
  readonly allCount: number | undefined
}

/** The wallets on offer, kept up to date while new ones announce themselves. */
export function useWalletList(): WalletList {
  const input = useWalletListInput()
  return useMemo(
    () => ({
      rows: getWalletRows(input),
      pending: getPendingRowCount(input),
      allCount: getAllWalletCount(input),
    }),
    [input],
  )
}

export function useWalletListInput(): WalletListInput {
  return useStores(['settings', 'registry', 'connection', 'modal', 'network'], getWalletListInput)
}
