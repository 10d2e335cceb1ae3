import { verifyMessage } from 'viem'
import { afterEach } from 'vitest'
import WebSocket from 'ws'
import { createFakeEnvironment } from '../fixtures/fakeEnvironment.js'
import { createMemoryStorage, type MemoryStorage } from '../fixtures/memoryStorage.js'
import { createDappClient, type SignInDappClient } from '../src/createDappClient.js'
import { createWalletClient, type WalletClient } from '../src/createWalletClient.js'
import type { PairingOptions, VerifySignIn } from '../src/ports.js'

export type OurClients = {
  dapp(storage?: MemoryStorage, extra?: Partial<PairingOptions>): SignInDappClient
  wallet(storage?: MemoryStorage, extra?: Partial<PairingOptions>): WalletClient
}

const verifySignIn: VerifySignIn = ({ cacao, issuer, message }) =>
  verifyMessage({
    address: issuer.address as `0x${string}`,
    message,
    signature: cacao.s.s as `0x${string}`,
  })

/** Our clients with a real clock and real sockets, closed after each test. */
export function useOurClients(relayUrl: () => string): OurClients {
  const open: { close(): void }[] = []
  afterEach(() => {
    for (const client of open.splice(0)) client.close()
  })
  const options = (name: string, storage = createMemoryStorage()): PairingOptions => ({
    relayUrls: [relayUrl()],
    projectId: 'a'.repeat(32),
    metadata: { name, description: name, url: `https://${name}.example`, icons: [] },
    storage,
    WebSocket,
    environment: createFakeEnvironment(),
    clock: {
      now: Date.now,
      setTimeout(run, milliseconds) {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
    },
  })
  return {
    dapp(storage, extra) {
      const client = createDappClient({ ...options('our-dapp', storage), ...extra, verifySignIn })
      open.push(client)
      return client
    },
    wallet(storage, extra) {
      const client = createWalletClient({ ...options('our-wallet', storage), ...extra })
      open.push(client)
      return client
    },
  }
}
