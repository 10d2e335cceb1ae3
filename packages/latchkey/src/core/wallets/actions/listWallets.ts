import type { Widget } from '../../widget.js'

export type ListWalletsParameters = { readonly signal?: AbortSignal | undefined }

/** Reads the next page of the provider's directory; resolves at once when all of it is listed. */
export async function listWallets(
  widget: Widget,
  parameters: ListWalletsParameters = {},
): Promise<void> {
  const { listPage } = await import('../../config/providerData.js')
  await listPage(widget, parameters)
}
