import type { Widget } from '../../widget.js'

export type SearchWalletsParameters = {
  readonly search: string
  /** Only wallets with the directory's certificate. */
  readonly certified: boolean
  readonly signal?: AbortSignal | undefined
}

/** Looks wallets up in the provider's directory, after a pause for typing; a newer search ends it. */
export async function searchWallets(
  widget: Widget,
  parameters: SearchWalletsParameters,
): Promise<void> {
  const { findWallets } = await import('../../config/providerData.js')
  await findWallets(widget, parameters)
}
