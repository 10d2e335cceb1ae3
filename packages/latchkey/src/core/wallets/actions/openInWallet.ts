import type { Namespace } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import { dappLink } from '../dappLinks.js'

export type OpenInWalletParameters = { readonly walletId: string }

/** Opens this very page in the browser of a wallet's app, where the wallet is at hand. */
export function openInWallet(widget: Widget, { walletId }: OpenInWalletParameters): void {
  const { page } = widget.ports
  const link = dappLink(walletId, wantedFamilies(widget), page)
  if (link !== undefined) page.openLink(link, page.device.isIframe ? '_top' : '_self')
}

/** The chain families a wallet is wanted for, the most wanted first. */
export function wantedFamilies({ stores }: Widget): readonly Namespace[] {
  const { namespace } = stores.modal.get()
  if (namespace !== undefined) return [namespace]
  const { activeNamespace, networks } = stores.network.get()
  return [...new Set([activeNamespace, ...networks.map((network) => network.namespace)])]
}
