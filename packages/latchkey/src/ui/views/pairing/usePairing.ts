import { useEffect } from 'react'
import { startPairing } from '../../../core/pairing/actions/startPairing.js'
import type { PairingState } from '../../../core/pairing/store.js'
import { useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore } from '../../hooks/useStore.js'

export type Pairing = PairingState & { readonly retry: () => void }

/** Starts pairing once `isWanted`; unmounting cancels it. */
export function usePairing(walletId: string | undefined, isWanted: boolean): Pairing {
  const { pairing } = useWidget().stores
  const state = useStore(pairing, (current) => current)
  const { run } = useAction(startPairing, { quiet: true })
  useEffect(() => {
    if (isWanted && !isGivenBySite(pairing.get())) run({ walletId })
  }, [run, pairing, walletId, isWanted])
  return { ...state, retry: () => run({ walletId }) }
}

/** A URI given by the site has no expiry time. */
function isGivenBySite({ uri, expiresAt }: PairingState): boolean {
  return uri !== undefined && expiresAt === undefined
}
