import { raceAbort } from '@latchkey/wire/raceAbort'
import { addRecentWallet } from '../../wallets/actions/openWallet.js'
import type { Widget } from '../../widget.js'
import {
  type StartPairingParameters,
  type StartPairingReturnType,
  startPairing,
  waitForPairingUri,
} from './startPairing.js'

/** The widget's pairing offer, one at a time. */
export type PairingOffer = {
  /** The URI of the current offer, or of a new one, which the signal cancels. */
  getUri(signal: AbortSignal | undefined): Promise<string>
  /** Resolves when a wallet accepts the current offer, or a new one. */
  waitForWallet(parameters: StartPairingParameters): Promise<StartPairingReturnType>
  /** Makes an offer before the visitor has chosen a wallet, unless there is one. Never throws. */
  prepare(): void
}

/** Use with `getOrCreate`. */
export function createPairingOffer(widget: Widget): PairingOffer {
  let pending: Promise<StartPairingReturnType> | undefined
  /** Cancels the pending offer. */
  let cancelSignal: AbortSignal | undefined
  const getCurrent = () => (cancelSignal?.aborted ? undefined : pending)

  function start(parameters: StartPairingParameters): Promise<StartPairingReturnType> {
    const attempt = startPairing(widget, parameters).finally(() => {
      if (pending === attempt) pending = undefined
    })
    // A caller of `getUri` reads the error from the state.
    attempt.catch(() => undefined)
    pending = attempt
    cancelSignal = parameters.signal
    return attempt
  }

  return {
    async getUri(signal) {
      const { uri } = widget.stores.pairing.get()
      if (getCurrent() && uri !== undefined) return uri
      const uriPromise = waitForPairingUri(widget, getCurrent() ?? start({ signal }))
      return signal ? raceAbort(signal, uriPromise) : uriPromise
    },
    async waitForWallet(parameters) {
      const { walletId, signal } = parameters
      const current = getCurrent()
      if (!current) return start(parameters)
      const result = await (signal ? raceAbort(signal, current) : current)
      if (walletId !== undefined) addRecentWallet(widget, { walletId })
      return result
    },
    prepare() {
      if (!getCurrent()) start({ isAhead: true })
    },
  }
}
