import { formerReceivers, ownAddresses } from '../../../core/account/recipients/knownAddresses.js'
import { findLookAlike } from '../../../core/account/recipients/lookAlike.js'
import { navigate } from '../../../core/modal/actions/navigate.js'
import type { Widget } from '../../../core/widget.js'
import { transfersOf } from '../sendContext.js'
import { sendStoreOf } from '../store.js'
import { readWish } from '../transferDraft.js'

/** Makes a wish of what the form says and shows it for review. */
export async function reviewSend(widget: Widget): Promise<void> {
  const store = sendStoreOf(widget)
  const { isRounded, ...wish } = readWish(widget, store.get())
  await transfersOf(widget, wish.network)
  const { namespace } = wish.network
  const known = [...ownAddresses(widget, namespace), ...formerReceivers(widget, namespace)]
  const form = store.get()
  store.set({
    loading: false,
    intent: {
      ...wish,
      id: Symbol('wish'),
      receiverName: form.receiverProfileName,
      receiverImage: form.receiverProfileImageUrl,
      receiverWarning: form.receiverWarning,
      roundedFrom: isRounded ? form.sendTokenAmount : undefined,
      lookAlike: findLookAlike(wish.receiver, known),
      reviewedAt: widget.ports.clock.now(),
      phase: 'review',
      entryId: undefined,
      inFlight: [],
      movedTo: undefined,
      estimate: undefined,
    },
  })
  navigate(widget, { view: 'WalletSendPreview', params: undefined })
}
