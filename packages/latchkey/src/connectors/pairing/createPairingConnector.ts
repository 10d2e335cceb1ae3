import { createDappClient, type Proposal } from '@latchkey/pairing/dapp'
import { isPairingError } from '@latchkey/pairing/errors'
import type { PairingEnvironment, PairingStorage } from '@latchkey/pairing/ports'
import type { Session } from '@latchkey/pairing/session'
import type { PairedWallet, PairingConnector } from '../../core/pairing/store.js'
import type { Widget } from '../../core/widget.js'
import { createLateResponses, createPairedWallet, toProposalError } from './pairedWallet.js'

/** Whether the device is online and the page is visible. */
const browserEnvironment: PairingEnvironment = {
  online: () => navigator.onLine,
  visible: () => document.visibilityState === 'visible',
  watch(listener) {
    const controller = new AbortController()
    const { signal } = controller
    for (const event of ['online', 'offline', 'pageshow']) {
      window.addEventListener(event, listener, { signal })
    }
    document.addEventListener('visibilitychange', listener, { signal })
    return () => controller.abort()
  },
}

/** The pairing protocol as the widget's connector, over the site's relays. */
export function createPairingConnector(widget: Widget): PairingConnector {
  const { config, ports, signal } = widget
  const client = createDappClient({
    relayUrls: config.relayUrls,
    projectId: config.relayProjectId ?? '',
    metadata: { ...ports.page.metadata(), ...config.metadata },
    storage: createPairingStorage(config.instance),
    WebSocket,
    clock: {
      now: () => ports.clock.now(),
      setTimeout(run, milliseconds) {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
    },
    environment: browserEnvironment,
    verifySignIn: async (check) => (await import('./signIn.lazy.js')).verifySignIn(widget, check),
  })
  signal.addEventListener('abort', () => client.close(), { once: true })

  const lateResponses = createLateResponses(client)
  const wallets = new Map<string, PairedWallet>()
  /** Pairing topics of proposals that are still awaited. */
  const awaited = new Set<string>()

  /** One wallet per session. */
  function walletOf(session: Session): PairedWallet {
    const parts = { client, lateResponses, session, ports }
    const known = wallets.get(session.topic) ?? createPairedWallet(parts)
    wallets.set(session.topic, known)
    return known
  }

  type Proposing = Parameters<PairingConnector['propose']>[0]

  function propose({ needs, signIn, signal: withdrawn }: Proposing): Proposal {
    const input = { optional: Object.fromEntries(needs), signal: withdrawn }
    if (!signIn) return client.propose(input)
    try {
      return client.propose({ ...input, authentication: signIn })
    } catch (error) {
      if (!isPairingError(error, 'pairing/invalid-input')) throw error
      ports.log.warn('This sign-in message cannot be signed while connecting', error)
      return client.propose(input)
    }
  }

  function watchRelay(topic: string, listener: (isReachable: boolean) => void): () => void {
    const isDown = (state: string) => state === 'waiting' || state === 'offline'
    listener(!isDown(client.relayState(topic)))
    return client.on('relay_state', () => {
      const state = client.relayState(topic)
      // Connecting is not reported, only its outcome.
      if (state === 'open' || isDown(state)) listener(state === 'open')
    })
  }

  return {
    propose(parameters) {
      const { uri, expiresAt, published, approval } = propose(parameters)
      const topic = topicOf(uri)
      awaited.add(topic)
      return {
        uri,
        expiresAt,
        published,
        watchRelay: (listener) => watchRelay(topic, listener),
        approval: approval.then(walletOf, (error: unknown) =>
          Promise.reject(toProposalError(error)),
        ),
      }
    },
    async restore() {
      const sessions = await client.restore()
      const newest = [...sessions].sort((one, other) => other.expiry - one.expiry)[0]
      return newest && walletOf(newest)
    },
    onApproved: (listener) =>
      client.on('session_settle', ({ session }) => {
        if (!awaited.has(session.pairingTopic)) listener(walletOf(session))
      }),
  }
}

function topicOf(uri: string): string {
  return uri.slice('wc:'.length, uri.indexOf('@'))
}

/** Keys and sessions in `localStorage`, or in memory where that is blocked. */
function createPairingStorage(instance: string): PairingStorage {
  const prefix = `@appkit/${instance ? `${instance}/` : ''}pairing:`
  const memory = new Map<string, string>()

  return {
    async get(key) {
      const text = read(prefix + key) ?? memory.get(key)
      if (text === undefined) return undefined
      try {
        return JSON.parse(text)
      } catch {
        return undefined
      }
    },
    async set(key, value) {
      const text = JSON.stringify(value)
      try {
        localStorage.setItem(prefix + key, text)
        memory.delete(key)
      } catch {
        // Blocked or full: the session then lasts as long as the page.
        memory.set(key, text)
      }
    },
    async remove(key) {
      memory.delete(key)
      try {
        localStorage.removeItem(prefix + key)
      } catch {
        // Blocked: there is nothing to remove.
      }
    },
    lock: (name, run) => (navigator.locks ? navigator.locks.request(prefix + name, run) : run()),
  }
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
