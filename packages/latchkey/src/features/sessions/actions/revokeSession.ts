import { toAccountId } from '@latchkey/wire/caip'
import type { InputOf } from '@latchkey/wire/http/endpoint'
import { revokeSession as revokeListed } from '@latchkey/wire/http/sessions'
import { notify } from '../../../core/modal/actions/notify.js'
import { getNetworkById } from '../../../core/network/store.js'
import { SmartSessionError } from '../../../core/runtime/errors/sessions.js'
import * as limits from '../../../core/runtime/limits.js'
import { withTimeout } from '../../../core/runtime/withTimeout.js'
import * as sessionsText from '../../../core/text/sessions.js'
import type { Widget } from '../../../core/widget.js'
import { getGrantStatuses } from '../grantStatuses.js'
import { loadPermissionReading, type SessionEntry } from '../sessionEntries.js'
import { openWallet } from './grantSession.js'

export type RevokeSessionParameters = {
  readonly session: SessionEntry
  readonly signal?: AbortSignal | undefined
}

/** Revokes a session in the wallet, waits until the chain shows it, then tells the provider. */
export async function revokeSession(
  widget: Widget,
  { session, signal: caller }: RevokeSessionParameters,
): Promise<void> {
  const { address, context, expiresAt, permissions, pci, network: networkId } = session
  const network = getNetworkById(widget.stores.network.get(), networkId)
  if (!network) throw new SmartSessionError('chain-unavailable')
  const signal = caller ? AbortSignal.any([caller, widget.signal]) : widget.signal
  const { wallet } = await openWallet(widget, network)
  const expiry = expiresAt / 1_000
  const account = toAccountId(networkId, address)
  const signature = await wallet.revoke(
    { ...(pci && { pci }), permissions, expiry, address: account, context },
    network,
  )
  await waitUntilRevoked(widget, session, signal)
  if (pci !== undefined) await revokeAtProvider(widget, { account, pci, signature })
}

/** Only the chain says that it is revoked. A session that only its wallet can read is not waited for. */
async function waitUntilRevoked(
  widget: Widget,
  session: SessionEntry,
  signal: AbortSignal,
): Promise<void> {
  const network = getNetworkById(widget.stores.network.get(), session.network)
  if (session.key === undefined || !network) return
  const { clock } = widget.ports
  const reading = await loadPermissionReading(widget)
  const late = () => new SmartSessionError('still-active')
  await withTimeout(clock, { limit: limits.revocationWait, late, signal }, async (stop) => {
    for (;;) {
      const status = await reading
        .status({ context: session.context, network, signal: stop })
        .catch(() => undefined) // the next read may succeed
      stop.throwIfAborted()
      if (status?.state === 'revoked') return getGrantStatuses(widget).set(session, status)
      await clock.sleep(limits.revocationPolling, stop)
    }
  })
}

/** The chain has revoked it: what the provider lists changes nothing. Never rejects. */
async function revokeAtProvider(
  { ports: { provider, log }, signal }: Widget,
  input: InputOf<typeof revokeListed>,
): Promise<void> {
  try {
    await provider?.call(revokeListed, input, { signal })
  } catch (error) {
    if (!signal.aborted) log.warn('The permission was revoked, but is still listed', error)
  }
}

/** For the view: the outcome is a toast. Rejects only when the visitor cancelled. */
export async function revokeShownSession(
  widget: Widget,
  parameters: RevokeSessionParameters,
): Promise<void> {
  const { revokedToast } = sessionsText.list
  await revokeSession(widget, parameters)
  void notify(widget, { variant: 'success', message: revokedToast })
}
