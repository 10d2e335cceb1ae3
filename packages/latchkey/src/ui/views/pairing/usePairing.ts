import { useEffect } from 'react'
import { startPairing } from '../../../core/pairing/actions/startPairing.js'
import type { PairingState } from '../../../core/pairing/store.js'
import { useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore } from '../../hooks/useStore.js'

export type Pairing = PairingState & { readonly retry: () => void }

/** An offer for wallets, made when it is first wanted and withdrawn when the view goes away. */
export function usePairing(walletId: string | undefined, isWanted: boolean): Pairing {
  const { pairing } = useWidget().stores
  const state = useStore(pairing, (current) => current)
  const { run } = useAction(startPairing, { quiet: true })
  useEffect(() => {
    if (isWanted && !isGivenBySite(pairing.get())) run({ walletId })
  }, [run, pairing, walletId, isWanted])
  return { ...state, retry: () => run({ walletId }) }
}

/** A site that pairs by itself hands over an address without telling when it ends. */
function isGivenBySite({ uri, expiresAt }: PairingState): boolean {
  return uri !== undefined && expiresAt === undefined
}
