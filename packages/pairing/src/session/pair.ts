import type { Core } from '../core.js'
import { PairingError } from '../errors.js'
import { cancelled } from '../waiting.js'
import { parsePairingUri } from './uri.js'

export type PairInput = {
  readonly uri: string
  readonly signal?: AbortSignal
}

const defaultLifetimeSeconds = 300

/** Wallet role: subscribes to the proposal of a URI. Resolves when the relay confirms. */
export async function pair(core: Core, { uri, signal }: PairInput): Promise<{ topic: string }> {
  const { topic, symKey, expiry, methods } = parsePairingUri(uri, core.clock.now())
  if (signal?.aborted) throw cancelled(signal)
  await core.change((draft) => {
    const known = draft.pairings[topic]
    if (known?.role === 'dapp') {
      throw new PairingError('pairing/invalid-uri', 'The pairing URI was created by this client.')
    }
    if (known?.active) {
      throw new PairingError('pairing/uri-used', 'The pairing URI was already used.')
    }
    const limit = core.now() + defaultLifetimeSeconds
    draft.pairings[topic] = {
      role: 'wallet',
      key: symKey,
      expiry: Math.min(expiry ?? limit, limit),
      methods,
      active: false,
    }
  })
  await core.relays.call('irn_subscribe', { topic }, { signal })
  return { topic }
}
