import type { Namespace } from '@latchkey/wire/caip'
import type { Config } from '../config/config.js'
import type { Features } from '../config/features.js'
import type { ConnectionState } from '../connection/store.js'
import type { Device } from '../runtime/ports.js'
import type { Widget } from '../widget.js'
import type { RegistryState } from './store.js'

/** Everything the list depends on; the same answers always give the same list. */
export type WalletListInput = {
  readonly config: Pick<
    Config,
    | 'walletsEnabled'
    | 'pairing'
    | 'providerUrl'
    | 'customWallets'
    | 'featuredWalletIds'
    | 'excludeWalletIds'
    | 'includeWalletIds'
    | 'connectorImages'
    | 'allWallets'
  >
  readonly features: Pick<Features, 'connectorTypeOrder' | 'allWallets'>
  readonly device: Device
  readonly registry: RegistryState
  readonly connection: ConnectionState
  /** Only wallets of this chain family; all of them when undefined. */
  readonly namespace: Namespace | undefined
  readonly activeNamespace: Namespace
}

export function walletListInput({ config, ports, stores }: Widget): WalletListInput {
  return {
    config,
    features: stores.settings.get().features,
    device: ports.page.device,
    registry: stores.registry.get(),
    connection: stores.connection.get(),
    namespace: stores.modal.get().namespace,
    activeNamespace: stores.network.get().activeNamespace,
  }
}
