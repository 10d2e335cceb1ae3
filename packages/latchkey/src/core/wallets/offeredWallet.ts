import type { Namespace } from '@latchkey/wire/caip'
import type { ConnectorId } from '../connection/family.js'
import type { Widget } from '../widget.js'
import { type OfferedWallet, offeredWallets, walletListInput } from './offeredWallets.js'

export type OfferedWalletQuery = {
  readonly connectorId: ConnectorId
  /** One of the wallet's chain families; the first that has the id when absent. */
  readonly namespace?: Namespace | undefined
}

/** A wallet in the page with all its chain families, as far as they are on offer now. */
export function offeredWallet(
  widget: Widget,
  { connectorId, namespace }: OfferedWalletQuery,
): OfferedWallet | undefined {
  return offeredWallets(walletListInput(widget)).find((wallets) =>
    wallets.some(
      (wallet) =>
        wallet.id === connectorId && (namespace === undefined || wallet.namespace === namespace),
    ),
  )
}

/** The connected wallet of a chain family as another family found it. */
export function sameWalletIn(
  widget: Widget,
  query: Required<OfferedWalletQuery> & { readonly target: Namespace },
): OfferedWallet[0] | undefined {
  const input = { ...walletListInput(widget), namespace: undefined }
  const { connectorId, namespace, target } = query
  return offeredWallets(input)
    .find((wallets) =>
      wallets.some((wallet) => wallet.id === connectorId && wallet.namespace === namespace),
    )
    ?.find((wallet) => wallet.namespace === target)
}
