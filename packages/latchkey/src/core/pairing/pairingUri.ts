import type { Widget } from '../widget.js'

/** The uri of the offer an attempt makes; rejects as the attempt does when it comes to none. */
export function pairingUri({ stores }: Widget, attempt: Promise<unknown>): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = stores.pairing.subscribe(({ uri }) => {
      if (uri !== undefined) resolve(uri)
    })
    attempt.catch(reject).finally(stop)
  })
}
