import { useMemo } from 'react'
import {
  getWalletListInput,
  routeForWallet,
  type WalletListInput,
} from '../../../core/wallets/installedWallets.js'
import {
  getAllWalletCount,
  getPendingRowCount,
  getWalletRows,
  type WalletRow,
} from '../../../core/wallets/walletList.js'
import { useActions } from '../../hooks/context.js'
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

/** What choosing a wallet does. */
export function useChooseWallet(): (row: WalletRow) => void {
  const { navigate, recordEvent, selectWallet } = useActions()
  return (row) => {
    if (!row.wallets) {
      selectWallet({ walletId: row.walletId })
      return
    }
    recordEvent({
      event: 'SELECT_WALLET',
      properties: { name: row.name, platform: 'browser' },
    })
    navigate(routeForWallet(row.wallets))
  }
}
