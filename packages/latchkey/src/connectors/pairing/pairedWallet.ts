import type { createDappClient } from '@latchkey/pairing/dapp'
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
import type { PairedWallet } from '../../core/pairing/pairing.js'
import type { Ports } from '../../core/runtime/ports.js'
import { safeImage } from '../../core/wallets/safeImage.js'
import { sanitizeWalletName } from '../../core/wallets/sanitizeWalletName.js'
import type { LateAnswers } from './keepLateAnswers.js'
import { toWalletFault } from './toWidgetError.js'

type Client = ReturnType<typeof createDappClient>

export function createPairedWallet({
  client,
  lateAnswers,
  session: first,
  ports,
}: {
  readonly client: Client
  readonly lateAnswers: LateAnswers
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
      throw toWalletFault(error)
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
        const answer = client.request({
          topic,
          chainId,
          method,
          params: params ?? [],
          ...(signal ? { signal } : {}),
        })
        openWalletApp(ports, current())
        try {
          return await answer
        } catch (error) {
          throw toWalletFault(error)
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
        lateAnswers.offer(({ topic: from, chainId, method, outcome }) => {
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
    icon: safeImage(icons[0]),
    namespaces: () => servedNamespaces(current()),
    onUpdate: (listener) =>
      client.on('session_update', (update) => {
        if (update.topic === topic) listener()
      }),
    isStale: (wanted: readonly NetworkId[]) =>
      servedNamespaces(current()).some((namespace) =>
        isStaleSession({ session: current(), configuredChains: wanted, namespace }),
      ),
    isLive: () => stored() !== undefined,
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
