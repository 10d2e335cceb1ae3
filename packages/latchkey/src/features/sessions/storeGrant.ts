import { toAccountId } from '@latchkey/wire/caip'
import { createSession } from '@latchkey/wire/http/sessions'
import type { Widget } from '../../core/widget.js'
import { getStoredGrants, type StoredGrant } from './storedGrants.js'

/** Tells the provider, which lists it on other devices. Never rejects. */
export async function storeGrant(widget: Widget, grant: StoredGrant): Promise<void> {
  const { provider, log } = widget.ports
  if (!provider || grant.pci !== undefined) return
  const { network, address, context, permissions, policies, expiry } = grant
  try {
    const { pci } = await provider.call(
      createSession,
      {
        account: toAccountId(network, address),
        context,
        permissions: [...permissions],
        policies: [...policies],
        expiry,
      },
      { signal: widget.signal },
    )
    getStoredGrants(widget).put({ ...grant, pci })
  } catch (error) {
    if (!widget.signal.aborted) log.warn('The permission was granted, but not listed yet', error)
  }
}
