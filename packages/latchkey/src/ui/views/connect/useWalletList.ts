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
  /** Number of rows still loading. */
  readonly pending: number
  /** Number of wallets in AllWallets; undefined until the directory has loaded. */
  readonly allCount: number | undefined
}

/** The wallet list, updated when wallets announce themselves. */
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

/** Starts connecting to the chosen wallet. */
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
