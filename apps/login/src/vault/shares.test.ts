import { describe, expect, it } from 'vitest'
import { combineShares, shareOut } from './shares.js'

const seed = () => crypto.getRandomValues(new Uint8Array(32))

describe('shares of a wallet', () => {
  it('restore the seed from every pair', async () => {
    const whole = seed()
    const { device, server, recovery } = await shareOut(whole)
    expect(await combineShares(device, server)).toEqual(whole)
    expect(await combineShares(server, recovery)).toEqual(whole)
    expect(await combineShares(recovery, device)).toEqual(whole)
  })

  it('are rejected when two splits used the same number', async () => {
    const [one, other] = [await shareOut(seed()), await shareOut(seed())]
    other.server.set(one.device.slice(-1), other.server.length - 1)
    await expect(combineShares(one.device, other.server)).rejects.toMatchObject({
      failure: { code: 'login-failed' },
    })
  })
})
