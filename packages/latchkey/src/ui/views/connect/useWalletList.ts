import { useMemo } from 'react'
import {
  allWalletRows,
  type WalletRow,
  walletListInput,
  walletRows,
} from '../../../core/walletList.js'
import { useStores } from '../../hooks/useStore.js'

/** The wallets on offer, kept up to date while new ones announce themselves. */
export function useWalletList(): {
  readonly rows: readonly WalletRow[]
  readonly all: readonly WalletRow[]
} {
  const input = useStores(
    ['settings', 'registry', 'connection', 'modal', 'network'],
    walletListInput,
  )
  return useMemo(() => ({ rows: walletRows(input), all: allWalletRows(input) }), [input])
}
