import { routeForWallet } from '../../../core/wallets/installedWallets.js'
import type { WalletRow } from '../../../core/wallets/walletList.js'
import { useActions } from '../../hooks/context.js'

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
