import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Relay, type RelayOptions, startRelay } from '../relay/startRelay.js'
import type { Database } from '../store/openDatabase.js'
import { createManualClock, type ManualClock } from './manualClock.js'
import { openTemporaryDatabase } from './temporaryDatabase.js'
import {
  type ClientOptions,
  makeToken,
  openClient,
  type TestRelayClient,
} from './testRelayClient.js'

/** A relay with a manual clock. */
export type TestRelay = Relay & {
  readonly clock: ManualClock
  /** Connects a new client, or another socket of the client with this seed. */
  join(options?: ClientOptions & { seed?: Uint8Array }): Promise<TestRelayClient>
}

export type RelayFixture = {
  readonly database: Database
  start(options?: Partial<RelayOptions>): Promise<TestRelay>
}

/** One database per test file; relays and clients are closed after each test. */
export function useRelays(): RelayFixture {
  let database: Database | undefined
  let ending: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    database = await openTemporaryDatabase()
  })
  afterEach(async () => {
    for (const end of ending.reverse()) await end()
    ending = []
  })
  afterAll(() => database?.stop())
  return {
    get database() {
      if (!database) throw new Error('The database is not open yet.')
      return database
    },
    async start(options = {}) {
      const clock = createManualClock()
      const relay = await startRelay({
        port: 0,
        database: this.database,
        now: clock.now,
        timers: clock,
        ...options,
      })
      ending.push(() => relay.stop())
      return {
        ...relay,
        clock,
        async join({ seed = randomBytes(32), ...rest } = {}) {
          const token = makeToken({ seed, audience: relay.url, issuedAt: clock.now() })
          const client = await openClient(relay.url, { token, ...rest })
          ending.push(async () => client.socket.terminate())
          return client
        },
      }
    },
  }
}

export function publication(topic: string, message: string, more: object = {}) {
  return { topic, message, ttl: 300, tag: 1108, prompt: true, ...more }
}
