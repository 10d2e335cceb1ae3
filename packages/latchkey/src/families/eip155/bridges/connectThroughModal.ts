import { ModalClosedError } from '../../../core/runtime/errors/connection.js'
import * as limits from '../../../core/runtime/limits.js'
import type { BridgedWidget } from './bridgedWidget.js'
import { evmState } from './evmState.js'

/** Opens the modal; resolves when an EVM wallet is connected, rejects when the visitor closes it. */
export async function connectThroughModal(latchkey: BridgedWidget): Promise<void> {
  const isConnected = () => evmState(latchkey).status === 'connected'
  // A modal that is part of the page is never closed; nobody waits for ever.
  const enough = AbortSignal.timeout(limits.frameScreenWait)
  await latchkey.open({ view: 'Connect', namespace: 'eip155' })
  const stops: (() => void)[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => reject(new ModalClosedError())
      enough.addEventListener('abort', giveUp)
      // Subscribing reports the current value: what happened since `open` counts too.
      stops.push(
        latchkey.subscribeAccount(() => isConnected() && resolve(), 'eip155'),
        latchkey.subscribeState(({ open }) => open || isConnected() || giveUp()),
      )
    })
  } finally {
    for (const stop of stops) stop()
  }
}
