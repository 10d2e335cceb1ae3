import type { Namespace } from '@latchkey/wire/caip'
import type { ConnectorId } from '../connection/family.js'
import type { Widget } from '../widget.js'
import {
  getInstalledWallets,
  getWalletListInput,
  type InstalledWallet,
} from './installedWallets.js'

export type InstalledWalletQuery = {
  readonly connectorId: ConnectorId
  /** One of the wallet's namespaces; any if absent. */
  readonly namespace?: Namespace | undefined
}

/** An installed wallet with all its listed namespaces. */
export function findInstalledWallet(
  widget: Widget,
  { connectorId, namespace }: InstalledWalletQuery,
): InstalledWallet | undefined {
  return getInstalledWallets(getWalletListInput(widget)).find((wallets) =>
    wallets.some(
      (wallet) =>
        wallet.id === connectorId && (namespace === undefined || wallet.namespace === namespace),
    ),
  )
}

/** The announcement of the same wallet in another namespace. */
export function findWalletInNamespace(
  widget: Widget,
  query: Required<InstalledWalletQuery> & { readonly target: Namespace },
): InstalledWallet[0] | undefined {
  const input = { ...getWalletListInput(widget), namespace: undefined }
  const { connectorId, namespace, target } = query
  return getInstalledWallets(input)
    .find((wallets) =>
      wallets.some((wallet) => wallet.id === connectorId && wallet.namespace === namespace),
    )
    ?.find((wallet) => wallet.namespace === target)
}
