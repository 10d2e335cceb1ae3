import type { DeliveredMessage } from '@latchkey/wire/relay/methods'
import { isPairingError } from '../errors.js'
import type { RelayState } from '../events.js'
import {
  createRelayClient,
  type RelayCallOptions,
  type RelayClient,
  type RelayClientOptions,
} from './relayClient.js'

/** All relays as one: a peer may be on any of them. */
export type Relays = {
  /** The state of `home`, or the best of all. */
  state(home?: string): RelayState
  /** Calls `home`, or every relay if it is none of them; settles with the first that accepts. */
  call(
    method: string,
    params: unknown,
    options?: RelayCallOptions & { readonly home?: string | undefined },
  ): Promise<unknown>
  /** Replaces the subscribed topics. A topic with a home is subscribed to only there. */
  setTopics(homes: ReadonlyMap<string, string | undefined>): void
  fetchMissed(signal?: AbortSignal): Promise<void>
  close(): void
}

export type RelaysOptions = Omit<RelayClientOptions, 'url' | 'receive' | 'onStateChange'> & {
  readonly urls: readonly string[]
  /** Handles the messages of all relays one at a time. */
  receive(message: DeliveredMessage, url: string): Promise<boolean>
  onStateChange(state: RelayState): void
  /** A relay has connected. */
  onOpen(): void
}

const bestFirst: readonly RelayState[] = ['open', 'connecting', 'waiting', 'offline', 'idle']

export function createRelays({ urls, receive, ...options }: RelaysOptions): Relays {
  let handling: Promise<unknown> = Promise.resolve()
  let shown: RelayState = 'idle'

  const relays = [...new Set(urls)].map((url) => ({
    url,
    topics: new Set<string>(),
    client: createRelayClient({
      ...options,
      url,
      receive(message) {
        const turn = handling.then(() => receive(message, url))
        handling = turn.catch(() => undefined)
        return turn
      },
      onStateChange(state) {
        const best = getState()
        if (best !== shown) {
          shown = best
          options.onStateChange(best)
        }
        if (state === 'open') options.onOpen()
      },
    }),
  }))

  /** `home`, or every relay if it is none of them. */
  function at(home: string | undefined): typeof relays {
    const found = relays.filter(({ url }) => url === home)
    return found.length > 0 ? found : relays
  }

  function getState(home?: string): RelayState {
    const states = at(home).map(({ client }) => client.state())
    return bestFirst.find((state) => states.includes(state)) ?? 'closed'
  }

  /** The first success; if all fail, a relay's reason rather than that another was out of reach. */
  function any<T>(from: typeof relays, run: (client: RelayClient) => Promise<T>): Promise<T> {
    return Promise.any(from.map(({ client }) => run(client))).catch(
      ({ errors }: AggregateError) => {
        throw errors.find((error) => isPairingError(error, 'pairing/relay-refused')) ?? errors[0]
      },
    )
  }

  return {
    state: getState,
    call: (method, params, { home, ...bounds } = {}) =>
      any(at(home), (client) => client.call(method, params, bounds)),
    setTopics(homes) {
      for (const relay of relays) {
        const { topics, client } = relay
        const wanted = [...homes.keys()].filter((topic) => at(homes.get(topic)).includes(relay))
        const fresh = wanted.filter((topic) => !topics.has(topic))
        const gone = [...topics].filter((topic) => !wanted.includes(topic))
        for (const topic of fresh) topics.add(topic)
        for (const topic of gone) topics.delete(topic)
        // The relay client retries on every connection until the relay confirms.
        if (fresh.length > 0) client.subscribe(fresh).catch(() => undefined)
        client.unsubscribe(gone)
      }
    },
    fetchMissed: (signal) => any(relays, (client) => client.fetchMissed(signal)),
    close() {
      for (const { client } of relays) client.close()
    },
  }
}
