import { payMethods } from '@latchkey/wire/http/pay'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { PayAsset, PayExchange } from './PayExchange.js'

/** An exchange under test, and the visitor who decides. */
export type ExchangeUnderTest = {
  readonly exchange: PayExchange
  /** Assets it pays out, and one that it does not. */
  readonly assets: readonly PayAsset[]
  readonly unsupported: PayAsset
  createRecipient(asset: PayAsset): Promise<string>
  /** What the recipient has of the asset. */
  readBalance(asset: PayAsset, recipient: string): Promise<bigint>
  confirm(session: { readonly url: string; readonly sessionId: string }): Promise<unknown>
  cancel(session: { readonly url: string; readonly sessionId: string }): Promise<unknown>
}

/** Tests that every exchange must pass. */
export function payExchangeContract(name: string, get: () => ExchangeUnderTest): void {
  const projectId = 'contract-project'
  const { signal } = new AbortController()
  const at = { publicUrl: 'https://provider.test', signal }
  const statusSchema = payMethods.reown_getExchangeBuyStatus.result

  async function open(asset: PayAsset, units: bigint, recipient: string) {
    const order = { projectId, asset, units, recipient }
    const session = await get().exchange.createSession(order, at)
    return v.parse(payMethods.reown_getExchangePayUrl.result, session)
  }
  const read = async (sessionId: string, project = projectId) => {
    const session = { projectId: project, sessionId }
    return v.parse(statusSchema, await get().exchange.readStatus(session, signal))
  }
  const settled = (sessionId: string) =>
    expect.poll(async () => (await read(sessionId)).status, { timeout: 20_000 })

  describe(`${name}, as an exchange`, () => {
    it('is listed by the contract', () => {
      const { id, name, imageUrl } = get().exchange
      const exchanges = [{ id, name, imageUrl }]
      const { result } = payMethods.reown_getExchanges
      expect(v.safeParse(result, { exchanges, total: 1 }).success).toBe(true)
    })

    it('knows what it supports', () => {
      const { exchange, assets, unsupported } = get()
      for (const asset of assets) expect(exchange.supports(asset)).toBe(true)
      expect(exchange.supports(unsupported)).toBe(false)
    })

    it('pays out the exact amount once it is confirmed', async () => {
      for (const asset of get().assets) {
        const recipient = await get().createRecipient(asset)
        const units = 10n ** BigInt(asset.decimals - 2)
        const session = await open(asset, units, recipient)
        expect(await read(session.sessionId)).toEqual({ status: 'IN_PROGRESS' })
        expect(await get().readBalance(asset, recipient)).toBe(0n)
        await Promise.all([get().confirm(session), get().confirm(session)])
        await settled(session.sessionId).toBe('SUCCESS')
        const { txHash } = await read(session.sessionId)
        expect(txHash).toMatch(/^\w{32,128}$/)
        await get().confirm(session)
        await get().cancel(session)
        expect(await read(session.sessionId)).toEqual({ status: 'SUCCESS', txHash })
        expect(await get().readBalance(asset, recipient)).toBe(units)
      }
    })

    it('pays nothing once it is cancelled', async () => {
      const [asset] = get().assets as [PayAsset]
      const recipient = await get().createRecipient(asset)
      const session = await open(asset, 1_000n, recipient)
      await get().cancel(session)
      await settled(session.sessionId).toBe('FAILED')
      await get().confirm(session)
      expect((await read(session.sessionId)).status).toBe('FAILED')
      expect(await get().readBalance(asset, recipient)).toBe(0n)
    })

    it('has a session for every order, for its project only', async () => {
      const [asset] = get().assets as [PayAsset]
      const recipient = await get().createRecipient(asset)
      const sessions = await Promise.all([1, 2, 3].map(() => open(asset, 1_000n, recipient)))
      expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(3)
      expect(new Set(sessions.map(({ url }) => url)).size).toBe(3)
      const [session] = sessions
      expect(await read(session?.sessionId ?? '', 'other')).toEqual({ status: 'UNKNOWN' })
      expect(await read('0'.repeat(32))).toEqual({ status: 'UNKNOWN' })
    })
  })
}
