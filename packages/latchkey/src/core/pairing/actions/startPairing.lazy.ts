import type { Namespace } from '@latchkey/wire/caip'
import { isConnectedElsewhere } from '../../connection/actions/addConnection.js'
import { finishConnecting } from '../../connection/actions/finishConnecting.js'
import type { RequestedNamespace } from '../../connection/family.js'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { raiseAlert } from '../../modal/actions/raiseAlert.js'
import { withBusy } from '../../modal/busy.js'
import { getNetworks } from '../../network/store.js'
import { withAttempt } from '../../runtime/attempt.js'
import * as alerts from '../../runtime/errors/alerts.js'
import { toWidgetError } from '../../runtime/errors/interface.js'
import { PairingOffError, RelayRefusedError } from '../../runtime/errors/pairing.js'
import { isWidgetError } from '../../runtime/errors/WidgetError.js'
import * as limits from '../../runtime/limits.js'
import { addRecentWallet } from '../../wallets/actions/openWallet.js'
import type { Widget } from '../../widget.js'
import { type PairedWallet, type PairingOffer, pairingConnectorId } from '../pairing.js'
import { connectPaired, switchToConnected } from './connectPaired.js'
import type { StartPairingParameters, StartPairingReturnType } from './startPairing.js'

/** Pairs with the wallet that takes up an offer. Only pages that pair load this. */
export async function pairWallet(
  widget: Widget,
  { walletId, namespace, signal }: StartPairingParameters,
): Promise<StartPairingReturnType> {
  const { storage } = widget.ports
  storage.remove('pairing_return_link')
  try {
    const paired = await withBusy(widget, 'pairing', () =>
      withAttempt(widget, 'pairing', (attempt) => offerPairing(widget, attempt), signal),
    )
    const required = namespace ?? widget.stores.modal.get().namespace
    const accounts = await connectPaired(widget, { paired, mode: 'ask', required })
    switchToConnected(widget, accounts)
    if (walletId !== undefined) addRecentWallet(widget, { walletId })
    const method = storage.get('pairing_return_link') ? 'mobile' : 'qrcode'
    recordEvent(widget, { event: 'CONNECT_SUCCESS', properties: { method, name: paired.name } })
    finishConnecting(widget, { namespace: accounts[0]?.namespace })
    return { accounts }
  } catch (error) {
    if (!isReplaced(widget)) conclude(widget, error, signal?.aborted === true)
    throw error
  } finally {
    if (!isReplaced(widget)) storage.remove('pairing_pending')
  }
}

/** Shows how an attempt that led nowhere ended. */
function conclude(widget: Widget, error: unknown, isWithdrawn: boolean): void {
  const { pairing } = widget.stores
  if (isWithdrawn || isWidgetError(error, 'connection/modal-closed')) {
    pairing.set({ phase: 'idle', uri: undefined, expiresAt: undefined })
    return
  }
  if (error instanceof RelayRefusedError && error.isTokenInvalid) {
    raiseAlert(widget, alerts.jwtTokenNotValid)
  }
  const shown = toWidgetError(error)
  const isRefused = isWidgetError(error, 'connection/user-rejected')
  recordEvent(widget, {
    event: isRefused ? 'USER_REJECTED' : 'CONNECT_ERROR',
    properties: { message: shown.message },
  })
  pairing.set({ phase: isRefused ? 'declined' : 'failed', error: shown })
}

/** A newer attempt is under way: what is shown and stored is its own. */
function isReplaced(widget: Widget): boolean {
  return widget.attempts.has('pairing')
}

/**
 * Makes offers until a wallet takes one. A fresh one replaces what the visitor sees shortly before
 * the old one runs out; the old one stays good to the end, for whoever has just scanned it.
 */
async function offerPairing(widget: Widget, signal: AbortSignal): Promise<PairedWallet> {
  const { pairing } = widget.stores
  const { clock, storage } = widget.ports
  if (!widget.config.pairing) throw new PairingOffError()
  const [connector, needs] = await Promise.all([widget.pairing(), pairingNeeds(widget)])
  signal.throwIfAborted()

  const over = new AbortController()
  const ending = AbortSignal.any([signal, over.signal])
  const stopWatching = connector.watchRelay((isRelayReachable) => pairing.set({ isRelayReachable }))
  const never = new Promise<PairedWallet>(() => {})
  const approvals: Promise<PairedWallet>[] = []
  let latest: PairingOffer | undefined
  try {
    for (;;) {
      const offer: PairingOffer = connector.propose({ needs, signal: ending })
      latest = offer
      approvals.push(
        offer.approval.catch((error: unknown) => {
          // A replaced offer that runs out takes nothing away; a refusal counts wherever it comes from.
          const isOver = offer !== latest && !isWidgetError(error, 'connection/user-rejected')
          return isOver ? never : Promise.reject(error)
        }),
      )
      const expiresAt = Math.min(offer.expiresAt, clock.now() + limits.pairingLifetime)
      pairing.set({ phase: 'waiting', uri: offer.uri, expiresAt, isPublished: false })
      offer.published.then(
        () => pairing.get().uri === offer.uri && pairing.set({ isPublished: true }),
        () => undefined, // told by the approval
      )
      storage.set('pairing_pending', offer.expiresAt)
      const rest = clock.sleep(expiresAt - clock.now() - limits.pairingExpiryMargin, ending)
      const taken = await Promise.race([...approvals, rest.then(() => undefined)])
      if (taken) return taken
    }
  } finally {
    stopWatching()
    over.abort()
    // Offers that lost the race end with the signal; their rejections are nobody's news.
    for (const approval of approvals) approval.catch(() => undefined)
  }
}

/** What to ask a wallet for: all that the site's families can use, but those another wallet serves. */
async function pairingNeeds(widget: Widget): Promise<ReadonlyMap<Namespace, RequestedNamespace>> {
  const state = widget.stores.network.get()
  const families = [...widget.families.values()].filter(
    ({ namespace }) => !isConnectedElsewhere(widget, namespace, pairingConnectorId),
  )
  const entries = await Promise.all(
    families.map(async (family): Promise<[Namespace, RequestedNamespace]> => {
      const adapter = await family.loadAdapter()
      return [family.namespace, adapter.pairingNeeds(getNetworks(state, family.namespace))]
    }),
  )
  return new Map(entries.filter(([, { chains }]) => chains.length > 0))
}
