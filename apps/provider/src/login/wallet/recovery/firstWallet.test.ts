import { cancelRecovery } from '@latchkey/wire/login/recovery'
import { readSession } from '@latchkey/wire/login/session'
import { describe, expect, it } from 'vitest'
import { type TestFrame, testSite } from '../../../testing/socialFixture.js'
import { createTestBrowser } from '../../../testing/testBrowser.js'
import { adaIdentity, dayMs, evilSite, minuteMs, setUpRecovery } from './recovery.fixture.js'

const {
  advance,
  newAddress,
  frameOn,
  logInByWindow,
  logInByNumber,
  logInByFarcaster,
  nextMail,
  logInByEmail,
  storeIn,
  begin,
  take,
} = setUpRecovery()

const lures = {
  'a number read out': (frame: TestFrame) => logInByNumber(frame),
  'a number read out, without an address': (frame: TestFrame) => logInByNumber(frame, 'facebook'),
  Farcaster: logInByFarcaster,
}

describe('the first wallet of an account', () => {
  for (const [lure, logIn] of Object.entries(lures)) {
    it(`is not created by a log-in that a visitor was tricked into: ${lure}`, async () => {
      // The attacker has a frame key, so it can sign everything a frame signs.
      const attacker = frameOn()
      const grant = await logIn(attacker)
      await expect(storeIn(attacker, grant)).rejects.toThrow('needs-approval')
      // A requested approval is not yet an approval.
      const { flowId, recovery } = await begin(attacker, grant)
      expect(recovery.state).not.toBe('approved')
      await expect(storeIn(attacker, grant)).rejects.toThrow('needs-approval')
      await expect(take(attacker, flowId, grant).server()).rejects.toThrow('flow-unknown')
      expect((await attacker.call(readSession, {}, grant.token)).person.hasWallet).toBe(false)
    })
  }

  it('is created at once after a code or through the window', async () => {
    for (const logIn of [
      (frame: TestFrame) => logInByWindow(frame, { allows: false }),
      (frame: TestFrame) => logInByWindow(frame, { provider: 'facebook', allows: false }),
      (frame: TestFrame) => logInByEmail(frame, newAddress()),
    ]) {
      const frame = frameOn()
      const grant = await logIn(frame)
      await storeIn(frame, grant)
      expect((await frame.call(readSession, {}, grant.token)).person.hasWallet).toBe(true)
    }
  })

  it('is created once after an approval by mail that names the site', async () => {
    const [device, other] = [frameOn(), frameOn()]
    const grant = await logInByNumber(device)
    const mail = await nextMail(adaIdentity, /Approve a new wallet/)
    const started = await begin(device, grant)
    if (started.recovery.state !== 'mailed') throw new Error(started.recovery.state)
    const { number } = started.recovery
    const link = (await mail()).link ?? ''
    const browser = createTestBrowser()
    const page = await browser.open(link)
    expect(page.text).toContain(`Create your wallet on ${new URL(testSite).host}?`)
    expect((await browser.send(link, { answer: 'approve', number })).status).toBe(200)
    // Only the frame that requested it can use it.
    await expect(storeIn(other, await logInByNumber(other))).rejects.toThrow('needs-approval')
    const { set } = await storeIn(device, grant)
    // It released no shares, before or after.
    const taken = take(device, started.flowId, grant)
    await expect(taken.server()).rejects.toThrow('flow-unknown')
    await expect(taken.recovery()).rejects.toThrow('flow-unknown')
    await expect(storeIn(device, grant)).rejects.toThrow('share-exists')
    // From now on, normal recovery rules apply.
    const again = await logInByNumber(device)
    const { flowId } = await begin(device, again)
    expect((await take(device, flowId, again).server()).serverShare).toBe(set.serverShare)
  })

  it('is not created after the person declines by mail', async () => {
    const device = frameOn()
    const grant = await logInByNumber(device)
    const mail = await nextMail(adaIdentity, /Approve a new wallet/)
    await begin(device, grant)
    await createTestBrowser().send((await mail()).link ?? '', { answer: 'refuse' })
    await expect(storeIn(device, grant)).rejects.toThrow('needs-approval')
  })

  it('is created a day later by another log-in of the same frame without an address', async () => {
    const device = frameOn()
    const first = await logInByFarcaster(device)
    expect((await begin(device, first)).recovery.state).toBe('waiting')
    advance(dayMs)
    // The log-in of the day before is not enough: tricking a person once must not work.
    expect((await begin(device, first)).recovery.state).toBe('waiting')
    await expect(storeIn(device, first)).rejects.toThrow('needs-approval')
    const other = frameOn()
    const elsewhere = await logInByFarcaster(other)
    expect((await begin(other, elsewhere)).recovery.state).toBe('waiting')
    const second = await logInByFarcaster(device)
    expect((await begin(device, second)).recovery.state).toBe('approved')
    await storeIn(device, second)
  })

  it('can be declined by the next log-in of the person', async () => {
    const attacker = frameOn(evilSite)
    const lured = await logInByFarcaster(attacker)
    const requested = await begin(attacker, lured)
    expect(requested.pendingRecovery).toBeUndefined()
    advance(10 * minuteMs)

    const home = frameOn()
    const own = await logInByFarcaster(home)
    const { flowId, pendingRecovery } = await begin(home, own)
    expect(pendingRecovery).toMatchObject({ flowId: requested.flowId, origin: evilSite })
    // The attacker's older log-in cannot cancel it.
    const stop = (frame: TestFrame, id: string, { token } = own) =>
      frame.call(cancelRecovery, { flowId: id, deviceId: frame.deviceId }, token)
    await expect(stop(attacker, flowId, lured)).rejects.toThrow('needs-recent-login')
    await stop(home, requested.flowId)
    // It is also logged out, so that it cannot request it again.
    await expect(begin(attacker, lured)).rejects.toThrow('not-signed-in')
    const still = await begin(home, own)
    expect(still).toMatchObject({ flowId, recovery: { state: 'waiting' } })
    expect(still.pendingRecovery).toBeUndefined()
  })

  it('opens no wallet that its owner created while the request was pending', async () => {
    const attacker = frameOn()
    const lured = await logInByNumber(attacker, 'facebook')
    const requested = await begin(attacker, lured)
    const home = frameOn()
    const own = await logInByWindow(home, { provider: 'facebook' })
    await storeIn(home, own)
    advance(dayMs)
    const again = await logInByNumber(attacker, 'facebook')
    const { flowId, recovery } = await begin(attacker, again)
    expect(flowId).not.toBe(requested.flowId)
    expect(recovery.state).toBe('waiting')
    await expect(take(attacker, requested.flowId, again).server()).rejects.toThrow('flow-unknown')
    await expect(storeIn(attacker, again)).rejects.toThrow('share-exists')
  })
})
