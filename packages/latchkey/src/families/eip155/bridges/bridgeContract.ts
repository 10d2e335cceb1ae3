import type { Hex } from '@latchkey/wire/rpc/eip155'
import { verifyMessage } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeNode, type FakeNode } from '../../../../fixtures/fakeNode.js'
import { createTestLatchkey } from '../../../../fixtures/testLatchkey.js'
import type { Latchkey } from '../../../boot/latchkey.js'

type Signer = {
  sign(text: string): Promise<string>
  send(transaction: { readonly to: Hex; readonly value: bigint }): Promise<string>
}

/** A chain library as site code uses it, through its bridge. */
export type BridgedLibrary = Signer & {
  /** Undefined while nothing is connected, as the library sees it. */
  account(): Promise<string | undefined>
  chainId(): Promise<number>
  switchTo(chainId: number): Promise<unknown>
  /** What the library holds now, to be used later. */
  keep(): Promise<Signer>
}

const recipient: Hex = `0x${'b2'.repeat(20)}`

/** What every bridge holds to: library and widget never disagree, whoever moves. */
export function describeBridge(name: string, create: (latchkey: Latchkey) => BridgedLibrary): void {
  describe(name, () => {
    let node: FakeNode
    beforeEach(() => {
      node = createFakeNode()
      vi.stubGlobal('fetch', node.fetch)
    })
    afterEach(() => vi.unstubAllGlobals())

    function open() {
      const world = createTestLatchkey()
      world.wallet.knownChains.add('0x2105')
      // The node shows what the wallet sent, as it would.
      node.answer('eth_getTransactionByHash', () => ({ ...world.wallet.sent.at(-1), input: '0x' }))
      return { ...world, library: create(world.latchkey) }
    }

    async function connect() {
      const world = open()
      await world.choose()
      const [address, second] = world.wallet.addresses as [Hex, Hex]
      await vi.waitFor(async () => expect(await world.library.account()).toBe(address))
      return { ...world, address, second }
    }

    it('is not connected before the widget is', async () => {
      const { library, end } = open()
      expect(await library.account()).toBeUndefined()
      await expect(library.sign('hello')).rejects.toSatisfy(isNotConnected)
      end()
    })

    it('signs and sends with the account and network of the widget', async () => {
      const { library, wallet, address, end } = await connect()
      expect(await library.chainId()).toBe(1)
      const message = 'Enter the shop \u{1F6AA}'
      const signature = (await library.sign(message)) as Hex
      expect(await verifyMessage({ address, message, signature })).toBe(true)
      expect(await library.send({ to: recipient, value: 42n })).toMatch(/^0x[0-9a-f]{64}$/)
      expect(wallet.sent).toEqual([
        expect.objectContaining({ from: expect.any(String), to: recipient, value: '0x2a' }),
      ])
      expect(String(wallet.sent[0]?.from).toLowerCase()).toBe(address.toLowerCase())
      end()
    })

    it('hears a refusal as the standard one', async () => {
      const { library, wallet, end } = await connect()
      wallet.mood = 'refuse'
      await expect(library.sign('hello')).rejects.toSatisfy(isRefusal)
      end()
    })

    it('follows the wallet to another account and network', async () => {
      const { library, latchkey, wallet, address, second, end } = await connect()
      wallet.emit('accountsChanged', [second, address])
      await vi.waitFor(async () => expect(await library.account()).toBe(second))
      const message = 'hello'
      const signature = (await library.sign(message)) as Hex
      expect(await verifyMessage({ address: second, message, signature })).toBe(true)
      wallet.chainId = '0x2105'
      wallet.emit('chainChanged', '0x2105')
      await vi.waitFor(async () => expect(await library.chainId()).toBe(8453))
      expect(latchkey.getChainId()).toBe(8453)
      end()
    })

    it('switches the network from either side', async () => {
      const { library, latchkey, wallet, end } = await connect()
      await library.switchTo(8453)
      await vi.waitFor(() => expect(latchkey.getChainId()).toBe(8453))
      expect(wallet.chainId).toBe('0x2105')
      expect(await library.chainId()).toBe(8453)
      await latchkey.switchNetwork({ id: 1 })
      await vi.waitFor(async () => expect(await library.chainId()).toBe(1))
      expect(wallet.chainId).toBe('0x1')
      end()
    })

    it('sends nothing to a network that what was kept is not for', async () => {
      const { library, latchkey, wallet, end } = await connect()
      const kept = await library.keep()
      await latchkey.switchNetwork({ id: 8453 })
      await expect(kept.send({ to: recipient, value: 42n })).rejects.toThrow()
      expect(wallet.sent).toEqual([])
      expect(await (await library.keep()).send({ to: recipient, value: 42n })).toMatch(/^0x/)
      end()
    })

    it('lets nothing that was kept act for another account, or after the end', async () => {
      const { library, latchkey, wallet, address, second, end } = await connect()
      const kept = await library.keep()
      wallet.emit('accountsChanged', [second, address])
      await vi.waitFor(async () => expect(await library.account()).toBe(second))
      await expect(kept.sign('hello')).rejects.toSatisfy(hasCode(4100))
      const later = await library.keep()
      await latchkey.disconnect()
      await vi.waitFor(async () => expect(await library.account()).toBeUndefined())
      await expect(later.sign('hello')).rejects.toSatisfy(isNotConnected)
      end()
    })
  })
}

/** The errors behind an error: each library wraps them in its own. */
function chain(error: unknown): { code?: unknown; name?: unknown }[] {
  const found: object[] = []
  for (let one = error; typeof one === 'object' && one !== null; one = next(one)) found.push(one)
  return found
}

function next(error: object): unknown {
  const { cause, error: inner, info } = error as Record<string, unknown>
  return cause ?? inner ?? (info as { error?: unknown } | undefined)?.error
}

export const hasCode = (code: unknown) => (error: unknown) =>
  chain(error).some((one) => one.code === code)

const isRefusal = hasCode(4001)

function isNotConnected(error: unknown): boolean {
  // ethers 6 keeps only the number.
  const codes = ['connection/not-connected', 'wagmi/provider-undefined', 4900]
  return (
    codes.some((code) => hasCode(code)(error)) ||
    chain(error).some((one) => one.name === 'ConnectorNotConnectedError')
  )
}
