import type { createDappClient } from '@latchkey/pairing/dapp'
import { isPairingError } from '@latchkey/pairing/errors'
import type { PairingEvents } from '@latchkey/pairing/events'
import {
  permitsMethod,
  type Session,
  sessionAccounts,
  sessionChains,
} from '@latchkey/pairing/session'
import { isStaleSession } from '@latchkey/pairing/stale'
import {
  type AccountId,
  isNamespace,
  isNetworkId,
  type Namespace,
  type NetworkId,
  parseAccountId,
} from '@latchkey/wire/caip'
import { toWalletLink } from '@latchkey/wire/walletLinks'
import type { WalletTransport } from '../../core/connection/family.js'
import type { PairedWallet } from '../../core/pairing/store.js'
import { ModalClosedError, UserRejectedError } from '../../core/runtime/errors/connection.js'
import {
  PairingFailedError,
  RelayRefusedError,
  RelayUnavailableError,
} from '../../core/runtime/errors/pairing.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'
import type { Ports } from '../../core/runtime/ports.js'
import { sanitizeWalletName, toUntrustedImageUrl } from '../../core/wallets/sanitize.js'

/** Why an offer was not taken up, as an error of ours. */
export function toProposalError(error: unknown): WidgetError {
  if (!isPairingError(error)) return new PairingFailedError({ cause: error })
  switch (error.code) {
    case 'pairing/user-rejected':
      return new UserRejectedError({ cause: error })
    case 'pairing/cancelled':
    case 'pairing/closed':
      return new ModalClosedError()
    case 'pairing/relay-unavailable':
      return new RelayUnavailableError({ cause: error })
    case 'pairing/relay-refused':
      return new RelayRefusedError({ cause: error, isTokenInvalid: error.data === 'InvalidJwt' })
    default:
      return new PairingFailedError({ cause: error })
  }
}

/** EIP-1193's code for a refusal; families translate codes, not the protocol's own. */
const userRejected = 4001

/** A failed request in the shape in-page wallets fail in, so that families need only one reading. */
function toWalletError(error: unknown): Error {
  if (!isPairingError(error)) return error instanceof Error ? error : new Error(String(error))
  const code = error.code === 'pairing/user-rejected' ? userRejected : error.peerCode
  return Object.assign(new Error(error.message, { cause: error }), { code, data: error.data })
}

export type LateResponse = PairingEvents['late_response']

type LateResponses = {
  /** `take` says whether an answer is its own. Those that came before are offered to it at once. */
  subscribe(take: (late: LateResponse) => boolean): () => void
}

/** More than a page can have asked for before it was left. */
const maxCached = 64

/**
 * A client that is restored tells what came while the page was away, which is before the wallets it is
 * about are there again. A transaction may have been sent: nobody's answer is kept until it is somebody's.
 */
export function createLateResponses({
  on,
}: Pick<ReturnType<typeof createDappClient>, 'on'>): LateResponses {
  const takers = new Set<(late: LateResponse) => boolean>()
  const kept: LateResponse[] = []
  on('late_response', (late) => {
    const isTaken = [...takers].filter((take) => take(late)).length > 0
    if (!isTaken && kept.length < maxCached) kept.push(late)
  })
  return {
    subscribe(take) {
      takers.add(take)
      kept.push(...kept.splice(0).filter((late) => !take(late)))
      return () => takers.delete(take)
    },
  }
}

type Client = ReturnType<typeof createDappClient>

export function createPairedWallet({
  client,
  lateResponses,
  session: first,
  ports,
}: {
  readonly client: Client
  readonly lateResponses: LateResponses
  readonly session: Session
  readonly ports: Ports
}): PairedWallet {
  const { topic } = first
  const stored = () => client.sessions().find((session) => session.topic === topic)
  const current = () => stored() ?? first
  let ending: Promise<void> | undefined

  /** Ended once for all families, whichever asks first. */
  function end(): Promise<void> {
    ending ??= client.disconnect({ topic }).catch((error: unknown) => {
      throw toWalletError(error)
    })
    return ending
  }

  function transport(namespace: Namespace): WalletTransport {
    const approved = () => ({
      accounts: sessionAccounts(current(), namespace).filter(isAccount),
      networks: sessionChains(current(), namespace).filter(isNetworkId),
    })

    /** What is said of one chain family is no news of another. */
    const isOurs = (chainId: string) => chainId.startsWith(`${namespace}:`)

    return {
      approved,
      hasMethod: (method) =>
        sessionChains(current(), namespace).some((chain) =>
          permitsMethod(current().namespaces, chain, method),
        ),
      async request({ method, params, network }, signal) {
        const chainId = network ?? approved().networks[0] ?? `${namespace}:0`
        const response = client.request({
          topic,
          chainId,
          method,
          params: params ?? [],
          ...(signal ? { signal } : {}),
        })
        openWalletApp(ports, current())
        try {
          return await response
        } catch (error) {
          throw toWalletError(error)
        }
      },
      on(event, listener) {
        if (event === 'accounts') {
          return joined(
            client.on('session_update', (update) => {
              if (update.topic === topic) listener(undefined)
            }),
            client.on('session_event', ({ topic: from, chainId, event: { name, data } }) => {
              if (from === topic && isOurs(chainId) && name === 'accountsChanged') listener(data)
            }),
          )
        }
        if (event === 'network') {
          return client.on('session_event', ({ topic: from, chainId, event: { name, data } }) => {
            if (from !== topic || !isOurs(chainId) || name !== 'chainChanged') return
            // What the wallet says beats the chain its message was filed under.
            listener(isKnown(data) ? data : chainId)
          })
        }
        return joined(
          client.on('session_end', (ended) => {
            if (ended.topic === topic) listener(undefined)
          }),
          client.on('session_expire', (expired) => {
            if (expired.topic === topic) listener(undefined)
          }),
        )
      },
      onLate: (listener) =>
        lateResponses.subscribe(({ topic: from, chainId, method, outcome }) => {
          if (from !== topic || !isOurs(chainId)) return false
          if ('result' in outcome) {
            listener({ method, networkId: chainId, answer: outcome.result })
          }
          return true
        }),
      close: end,
    }
  }

  const { name, icons } = first.peer.metadata
  return {
    name: sanitizeWalletName(name) ?? 'WalletConnect',
    icon: toUntrustedImageUrl(icons[0]),
    namespaces: () => servedNamespaces(current()),
    onUpdate: (listener) =>
      client.on('session_update', (update) => {
        if (update.topic === topic) listener()
      }),
    isStale: (wanted: readonly NetworkId[]) =>
      servedNamespaces(current()).some((namespace) =>
        isStaleSession({ session: current(), configuredChains: wanted, namespace }),
      ),
    isConnected: () => stored() !== undefined,
    transport,
    end,
  }
}

function servedNamespaces(session: Session): readonly Namespace[] {
  const names = Object.keys(session.namespaces).map((key) => key.split(':')[0])
  return [...new Set(names)].filter(isNamespace)
}

function isAccount(id: string): id is AccountId {
  return parseAccountId(id) !== undefined
}

function isKnown(data: unknown): boolean {
  return typeof data === 'string' || typeof data === 'number'
}

function joined(...stops: (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop()
  }
}

/** Brings the visitor's wallet app to the front when it has a request to answer. */
function openWalletApp({ storage, page }: Ports, session: Session): void {
  const href = storage.get('pairing_return_link')
  if (!href || !page.device.isMobile || session.sessionConfig?.disableDeepLink) return
  if (!document.hasFocus()) return
  const isWeb = href.startsWith('http')
  const link = `${href}wc?sessionTopic=${session.topic}`
  // Whatever else runs on this page can write to its storage.
  if (toWalletLink(link) !== link) return
  page.openLink(link, isWeb || page.device.isTelegram ? '_blank' : '_self')
}
