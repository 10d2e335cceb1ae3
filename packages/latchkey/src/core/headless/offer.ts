import { raceAbort } from '@latchkey/wire/raceAbort'
import {
  pairingUri,
  type StartPairingParameters,
  type StartPairingReturnType,
  startPairing,
} from '../pairing/actions/startPairing.js'
import { rememberWallet } from '../wallets/actions/openWallet.js'
import type { Widget } from '../widget.js'

/** The pairing offer of a site that shows it by itself; one stands at a time. */
export type Offer = {
  /** The uri of the offer that stands, or of a new one, which ends with the signal. */
  uri(signal: AbortSignal | undefined): Promise<string>
  /** Settles with the answer of a wallet to the offer that stands, or to a new one. */
  taken(parameters: StartPairingParameters): Promise<StartPairingReturnType>
}

export function createOffer(widget: Widget): Offer {
  let underway: Promise<StartPairingReturnType> | undefined
  /** Withdraws the offer under way. */
  let ending: AbortSignal | undefined
  /** One that is being withdrawn no longer stands, even if it has yet to end. */
  const standing = () => (ending?.aborted ? undefined : underway)

  function start(parameters: StartPairingParameters): Promise<StartPairingReturnType> {
    const attempt = startPairing(widget, parameters).finally(() => {
      if (underway === attempt) underway = undefined
    })
    // Whoever only wanted the uri is told by the state.
    attempt.catch(() => undefined)
    underway = attempt
    ending = parameters.signal
    return attempt
  }

  return {
    async uri(signal) {
      const { uri } = widget.stores.pairing.get()
      if (standing() && uri !== undefined) return uri
      const wanted = pairingUri(widget, standing() ?? start({ signal }))
      return signal ? raceAbort(signal, wanted) : wanted
    },
    async taken(parameters) {
      const { walletId, signal } = parameters
      const offered = standing()
      if (!offered) return start(parameters)
      const answer = await (signal ? raceAbort(signal, offered) : offered)
      if (walletId !== undefined) rememberWallet(widget, { walletId })
      return answer
    },
  }
}
