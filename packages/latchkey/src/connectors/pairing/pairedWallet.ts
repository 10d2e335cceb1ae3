import type { SignInDappClient } from '@latchkey/pairing/dapp'
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
import { SignInFailedError } from '../../core/runtime/errors/siwx.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'
import type { Ports } from '../../core/runtime/ports.js'
import { sanitizeWalletName, toUntrustedImageUrl } from '../../core/wallets/sanitize.js'
import { withPath } from '../../core/wallets/walletLinks.js'

type Client = SignInDappClient

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

  /** Ends the session once for all families. */
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

    /** Events of other chain families are ignored. */
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
            // The event's data is more exact than the chain id of its message.
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
            listener({ method, networkId: chainId, response: outcome.result })
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
    signIns: async () =>
      first.authentication
        ? (await import('./signIn.lazy.js')).toSiwxSessions(first.authentication)
        : [],
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

/** Opens the visitor's wallet app when it has a request. */
function openWalletApp({ storage, page }: Ports, session: Session): void {
  const href = storage.get('pairing_return_link')
  if (!href || !page.device.isMobile || session.sessionConfig?.disableDeepLink) return
  if (!document.hasFocus()) return
  const isWeb = href.startsWith('http')
  const link = withPath(href, `wc?sessionTopic=${session.topic}`)
  // Any script of the page can write to its storage. `openLink` checks intents.
  if (!link.startsWith('intent:') && toWalletLink(link) !== link) return
  page.openLink(link, isWeb || page.device.isTelegram ? '_blank' : '_self')
}

/** Converts the error of a failed proposal. */
export function toProposalError(error: unknown): WidgetError {
  if (!isPairingError(error)) return new PairingFailedError({ cause: error })
  switch (error.code) {
    case 'pairing/user-rejected':
      return new UserRejectedError({ cause: error })
    case 'pairing/sign-in-invalid':
      return new SignInFailedError({ cause: error })
    case 'pairing/cancelled':
    case 'pairing/closed':
      return new ModalClosedError()
    case 'pairing/relay-unavailable':
      return new RelayUnavailableError({ cause: error })
    case 'pairing/relay-refused':
      return new RelayRefusedError({
        cause: error,
        isTokenInvalid: error.data === 'InvalidJwt',
        reason: sanitizeWalletName(error.message),
      })
    default:
      return new PairingFailedError({ cause: error })
  }
}

/** EIP-1193: user rejected. Families know these codes, not those of pairing. */
const userRejected = 4001

/** Converts a failed request to the errors of in-page wallets, which families handle. */
function toWalletError(error: unknown): Error {
  if (!isPairingError(error)) return error instanceof Error ? error : new Error(String(error))
  const code = error.code === 'pairing/user-rejected' ? userRejected : error.peerCode
  return Object.assign(new Error(error.message, { cause: error }), { code, data: error.data })
}

export type LateResponse = PairingEvents['late_response']

type LateResponses = {
  /** `take` returns whether a response is its own. Earlier responses are passed to it at once. */
  subscribe(take: (late: LateResponse) => boolean): () => void
}

/** More than a page can have requested before it was closed. */
const maxCached = 64

/**
 * A restored client emits late responses before the wallets they belong to are restored. A transaction
 * may have been sent, so responses are cached until a wallet takes them.
 */
export function createLateResponses({ on }: Pick<Client, 'on'>): LateResponses {
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
