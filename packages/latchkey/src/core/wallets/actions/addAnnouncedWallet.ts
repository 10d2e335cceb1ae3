import type { AnnouncedWallet } from '../../connection/family.js'
import type { Widget } from '../../widget.js'
import { maxAnnouncedWallets } from '../sanitize.js'

export type AddAnnouncedWalletParameters = { readonly wallet: AnnouncedWallet }

/** Adds an announced wallet, up to a limit. */
export function addAnnouncedWallet(widget: Widget, { wallet }: AddAnnouncedWalletParameters): void {
  const { registry } = widget.stores
  const { announced } = registry.get()
  const isKnown = announced.some(
    ({ id, namespace }) => id === wallet.id && namespace === wallet.namespace,
  )
  if (isKnown || announced.length >= maxAnnouncedWallets) return
  registry.set({ announced: [...announced, wallet] })
}
