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
  /** The best state of these relays, or of all if none of them is left. */
  state(urls?: readonly string[]): RelayState
  /** Calls `home`, or every relay if it is none of them; settles with the first that accepts. */
  call(
    method: string,
    params: unknown,
    options?: RelayCallOptions & {
      readonly home?: string | undefined
      /** Called for each relay that accepts. */
      readonly onAccepted?: (url: string) => void
    },
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
  /** The state of one of them has changed. */
  onStateChange(): void
  /** A relay has connected. */
  onOpen(): void
}

const bestFirst: readonly RelayState[] = ['open', 'connecting', 'waiting', 'offline', 'idle']

export function createRelays({ urls, receive, ...options }: RelaysOptions): Relays {
  let handling: Promise<unknown> = Promise.resolve()

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
        options.onStateChange()
        if (state === 'open') options.onOpen()
      },
    }),
  }))

  /** Those of the relays that are left, or every relay. */
  function at(...urls: readonly (string | undefined)[]): typeof relays {
    const found = relays.filter(({ url }) => urls.includes(url))
    return found.length > 0 ? found : relays
  }

  /** The first success; if all fail, a relay's reason rather than that another was out of reach. */
  function any<T>(
    from: typeof relays,
    run: (client: RelayClient, url: string) => Promise<T>,
  ): Promise<T> {
    return Promise.any(from.map(({ client, url }) => run(client, url))).catch(
      ({ errors }: AggregateError) => {
        throw errors.find((error) => isPairingError(error, 'pairing/relay-refused')) ?? errors[0]
      },
    )
  }

  return {
    state(urls = []) {
      const states = at(...urls).map(({ client }) => client.state())
      return bestFirst.find((state) => states.includes(state)) ?? 'closed'
    },
    call: (method, params, { home, onAccepted, ...bounds } = {}) =>
      any(at(home), async (client, url) => {
        const result = await client.call(method, params, bounds)
        onAccepted?.(url)
        return result
      }),
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
