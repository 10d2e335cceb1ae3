import { currentRoute } from '../../modal/store.js'
import { openInTap } from '../../wallets/actions/openWallet.js'
import { getWalletListInput } from '../../wallets/installedWallets.js'
import { createTapOpener } from '../../wallets/tapOpener.js'
import { isPaired } from '../../wallets/walletList.js'
import { getListedWallets } from '../../wallets/walletListings.js'
import { getOrCreate, type Widget } from '../../widget.js'
import { createPairingOffer } from '../actions/pairingOffer.js'

const viewsWithWallets = ['Connect', 'ConnectWallets', 'AllWallets']

/**
 * On phones, makes the pairing offer while the visitor reads the list: a wallet's app must be opened within
 * the tap, and the relay must have the offer by then. Not for visitors who save data.
 */
export function preparePairing(widget: Widget): void {
  const { modal, router, registry, pairing } = widget.stores
  const { ports, signal } = widget
  if (signal.aborted) return
  getOrCreate(widget, createTapOpener).open = (listing) => openInTap(widget, { listing })

  let isScheduled = false
  function schedule() {
    if (isScheduled || !isWanted()) return
    isScheduled = true
    ports.system.whenIdle(() => {
      isScheduled = false
      if (!signal.aborted && isWanted()) getOrCreate(widget, createPairingOffer).prepare()
    })
  }

  function isWanted(): boolean {
    if (!modal.get().isOpen || pairing.get().phase !== 'idle') return false
    if (ports.system.savesData()) return false
    if (!viewsWithWallets.includes(currentRoute(router.get()).view)) return false
    const input = getWalletListInput(widget)
    return !isPaired(input) && getListedWallets(input).some((listing) => listing.mobile_link)
  }

  for (const store of [modal, router, registry, pairing]) {
    signal.addEventListener('abort', store.subscribe(schedule), { once: true })
  }
  schedule()
}
