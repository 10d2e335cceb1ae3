import { afterEach } from 'vitest'
import type { PeerMetadata } from '../src/ports.js'

export type ReferenceClient = Awaited<ReturnType<typeof load>>

/** The storage interface of the reference client. */
export class ReferenceStorage {
  private readonly values = new Map<string, unknown>()

  async getKeys(): Promise<string[]> {
    return [...this.values.keys()]
  }

  async getEntries<T>(): Promise<[string, T][]> {
    return [...this.values.entries()] as [string, T][]
  }

  async getItem<T>(key: string): Promise<T | undefined> {
    return structuredClone(this.values.get(key)) as T | undefined
  }

  async setItem<T>(key: string, value: T): Promise<void> {
    this.values.set(key, structuredClone(value))
  }

  async removeItem(key: string): Promise<void> {
    this.values.delete(key)
  }
}

async function load(
  relayUrl: string,
  name: string,
  storage: ReferenceStorage,
  redirect: PeerMetadata['redirect'] = {},
) {
  // Allows several clients in one process, without requests to external hosts.
  process.env.DISABLE_GLOBAL_CORE = 'true'
  process.env.IS_VITEST = 'true'
  const { SignClient } = await import('@walletconnect/sign-client')
  return SignClient.init({
    relayUrl,
    projectId: 'a'.repeat(32),
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: name,
    storage: storage as never,
    metadata: { name, description: name, url: `https://${name}.example`, icons: [], redirect },
  })
}

export async function stop(client: ReferenceClient): Promise<void> {
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
}

export type ReferenceClients = {
  start(
    name: string,
    storage?: ReferenceStorage,
    redirect?: PeerMetadata['redirect'],
  ): Promise<ReferenceClient>
}

/** Reference clients, stopped after each test. */
export function useReferenceClients(relayUrl: () => string): ReferenceClients {
  const open: ReferenceClient[] = []
  afterEach(async () => {
    for (const client of open.splice(0)) await stop(client)
  })
  return {
    async start(name, storage = new ReferenceStorage(), redirect) {
      const client = await load(relayUrl(), name, storage, redirect)
      open.push(client)
      return client
    },
  }
}
