import { networksOf } from '../network/store.js'
import type { Widget } from '../widget.js'
import type { AnnouncedWallet, WalletTransport } from './family.js'

/** Opens the way to a wallet, which may have to be fetched. */
export async function openTransport(
  { config, ports, stores }: Widget,
  wallet: AnnouncedWallet,
): Promise<WalletTransport> {
  return wallet.open({
    metadata: { ...ports.page.metadata(), ...config.metadata },
    networks: networksOf(stores.network.get(), wallet.namespace),
    storage: ports.storage,
  })
}
