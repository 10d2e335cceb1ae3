import type { SessionGrant } from '@latchkey/wire/login/fields'
import {
  awaitRecovery,
  cancelRecovery,
  startRecovery,
  takeServerShare,
  takeText,
} from '@latchkey/wire/login/recovery'
import { readServerShare, storeShares } from '@latchkey/wire/login/session'
import { describe, expect, it } from 'vitest'
import { type TestFrame, testSite } from '../../../testing/socialFixture.js'
import { createTestBrowser } from '../../../testing/testBrowser.js'
import { createTestWallet } from '../../../testing/testWallet.js'
import { adaIdentity, dayMs, evilSite, minuteMs, setUpRecovery } from './recovery.fixture.js'

const {
  advance,
  newAddress,
  frameOn,
  signInAt,
  sendStep,
  showNumber,
  finish,
  logInByWindow,
  logInByNumber,
  logInByFarcaster,
  nextMail,
  logInByEmail,
  storeIn,
  begin,
  ownerByFarcaster,
  take,
} = setUpRecovery()

describe('recovery attacks', () => {
  it('another site gets no key from a social log-in it started', async () => {
    const home = frameOn()
    const { set } = await storeIn(home, await logInByWindow(home))

    // A script with its own secret and key; the tricked visitor signs in for it.
    const script = frameOn(evilSite)
    const { page, flowId: loginId, ticket } = await signInAt(script)
    // A page gets only the result URI that the window posts to its opener.
    const received = JSON.stringify({ resultUri: page.data.resultUri })
    expect(received).not.toContain(ticket)
    await sendStep(ticket, 'allow')
    const number = await showNumber(ticket)
    const grant = await finish(script, loginId, { kind: 'number', number })
    const { flowId, recovery } = await begin(script, grant)
    expect(recovery.state).toBe('mailed')
    const { server, recovery: second } = take(script, flowId, grant)
    await expect(server()).rejects.toThrow('flow-unknown')
    await expect(second()).rejects.toThrow('flow-unknown')
    // Storing other shares needs the wallet's key.
    const garbage = createTestWallet()
    const { accountId: _, frameKey: __, ...other } = await garbage.shares(grant.person.accountId)
    const store = { ...other, addresses: set.addresses }
    await expect(script.call(storeShares, store, grant.token)).rejects.toThrow('signature-wrong')
  })

  it('the sender of a Farcaster link gets no key of the person who approves it', async () => {
    await ownerByFarcaster(frameOn())
    const attacker = frameOn()
    const grant = await logInByFarcaster(attacker)
    const { flowId, recovery } = await begin(attacker, grant)
    expect(recovery).toMatchObject({ state: 'waiting' })
    await expect(take(attacker, flowId, grant).server()).rejects.toThrow('flow-unknown')
  })

  it('a stolen session is useless without the key of its frame', async () => {
    const home = frameOn()
    await storeIn(home, await logInByWindow(home))
    const honest = frameOn()
    const grant = await logInByWindow(honest)
    const thief = frameOn()
    // The frame's key comes from the log-in, whatever header a thief sends.
    const { flowId } = await begin(thief, grant)
    const stolen = take(thief, flowId, grant)
    await expect(stolen.server()).rejects.toThrow('signature-wrong')
    await expect(stolen.recovery()).rejects.toThrow('signature-wrong')
    // A signature for one share does not release another.
    const swapped = { flowId, signature: honest.key.sign(takeText(flowId, 'recovery')) }
    const crossed = honest.call(takeServerShare, swapped, grant.token)
    await expect(crossed).rejects.toThrow('signature-wrong')
    // Another session of the same person belongs to another frame.
    const other = await logInByWindow(thief)
    await expect(take(thief, flowId, other).server()).rejects.toThrow('flow-unknown')
  })

  it('a session alone, an older one and one whose proof is used up recover nothing', async () => {
    const home = frameOn()
    await storeIn(home, await logInByWindow(home))
    const silent = frameOn()
    const notPressed = await begin(silent, await logInByWindow(silent, { allows: false }))
    expect(notPressed.recovery.state).toBe('mailed')
    const old = frameOn()
    const grant = await logInByWindow(old)
    advance(5 * minuteMs)
    expect((await begin(old, grant)).recovery.state).toBe('mailed')
  })
})

describe('a recovery', () => {
  it('needs one click and no mail after a log-in through the window', async () => {
    const home = frameOn()
    const grant = await logInByWindow(home)
    const { set } = await storeIn(home, grant)
    const { page } = await signInAt(home)
    expect(page.data.needsRecovery).toBe(false)

    const device = frameOn()
    const { page: signInPage, flowId: loginId, ticket } = await signInAt(device)
    expect(signInPage.data.needsRecovery).toBe(true)
    expect(signInPage.text).toContain('Open your wallet here?')
    await sendStep(ticket, 'allow')
    const there = await finish(device, loginId, { kind: 'ticket', ticket })
    const { flowId, recovery } = await begin(device, there)
    expect(recovery).toEqual({ state: 'approved' })
    const released = take(device, flowId, there)
    const notice = await nextMail(adaIdentity, /set up on another device/)
    const server = await released.server()
    // Notified before the second share is released, although nothing was stored yet.
    const reported = await home.call(readServerShare, { deviceId: home.deviceId }, grant.token)
    expect(reported.newDeviceAt).toBeGreaterThan(0)
    expect(server).toEqual({
      serverShare: set.serverShare,
      addresses: set.addresses,
      accountVersion: 2,
    })
    expect(await released.recovery()).toEqual({ recovery: set.recovery })
    await notice()
    // The proof is used up: the session cannot start another recovery.
    const again = device.call(startRecovery, { deviceId: frameOn().deviceId }, there.token)
    expect((await again).recovery.state).toBe('mailed')
  })

  it('needs no approval after a typed code, once', async () => {
    const email = newAddress()
    const home = frameOn()
    const { set } = await storeIn(home, await logInByEmail(home, email))
    const device = frameOn()
    const grant = await logInByEmail(device, email)
    const { flowId, recovery } = await begin(device, grant)
    expect(recovery).toEqual({ state: 'approved' })
    expect(await take(device, flowId, grant).server()).toMatchObject({
      serverShare: set.serverShare,
    })
    const elsewhere = device.call(startRecovery, { deviceId: frameOn().deviceId }, grant.token)
    await expect(elsewhere).rejects.toThrow('needs-recent-login')
  })

  it('is approved on a mailed page with the number from the frame otherwise', async () => {
    const home = frameOn()
    const { set } = await storeIn(home, await logInByWindow(home))
    const device = frameOn()
    const grant = await logInByNumber(device)
    const mail = await nextMail(adaIdentity, /Approve your wallet/)
    const started = await begin(device, grant)
    if (started.recovery.state !== 'mailed') throw new Error(started.recovery.state)
    const { flowId } = started
    const link = (await mail()).link ?? ''
    const browser = createTestBrowser()
    // Mail scanners open links; that approves nothing.
    for (let times = 0; times < 20; times += 1) await browser.open(link)
    expect((await browser.open(link)).text).toContain(new URL(testSite).host)
    await expect(take(device, flowId, grant).server()).rejects.toThrow('flow-unknown')
    const { number } = started.recovery
    const wrong = number === '99' ? '98' : '99'
    expect((await browser.send(link, { answer: 'approve', number: wrong })).status).toBe(422)
    const waiting = device.call(awaitRecovery, { flowId }, grant.token)
    expect((await browser.send(link, { answer: 'approve', number })).status).toBe(200)
    expect(await waiting).toEqual({ recovery: { state: 'approved' } })
    expect(await take(device, flowId, grant).server()).toMatchObject({
      serverShare: set.serverShare,
    })
    expect((await browser.send(link, { answer: 'approve', number })).status).toBe(410)
  })

  it('ends when the person declines by mail', async () => {
    const home = frameOn()
    await storeIn(home, await logInByWindow(home))
    const device = frameOn()
    const grant = await logInByNumber(device)
    const mail = await nextMail(adaIdentity, /Approve your wallet/)
    const { flowId } = await begin(device, grant)
    const link = (await mail()).link ?? ''
    await createTestBrowser().send(link, { answer: 'refuse' })
    const reported = await device.call(awaitRecovery, { flowId }, grant.token)
    expect(reported).toEqual({ recovery: { state: 'refused' } })
    await expect(take(device, flowId, grant).recovery()).rejects.toThrow('flow-unknown')
  })

  it('without an address waits a day, is shown and can be cancelled', async () => {
    const home = frameOn()
    const { grant, set } = await ownerByFarcaster(home)
    const device = frameOn()
    const there = await logInByFarcaster(device)
    const { flowId, recovery } = await begin(device, there)
    if (recovery.state !== 'waiting') throw new Error(recovery.state)
    const announced = () => home.call(readServerShare, { deviceId: home.deviceId }, grant.token)
    const { pendingRecovery } = await announced()
    expect(pendingRecovery).toMatchObject({ flowId, origin: testSite, readyAt: recovery.readyAt })

    // A device without the wallet cannot cancel in the owner's name.
    const cancel = (frame: TestFrame, { token }: SessionGrant) =>
      frame.call(cancelRecovery, { flowId, deviceId: frame.deviceId }, token)
    await expect(cancel(device, there)).rejects.toThrow('flow-unknown')
    await cancel(home, grant)
    expect((await announced()).pendingRecovery).toBeUndefined()
    advance(dayMs)
    await expect(take(device, flowId, there).server()).rejects.toThrow('flow-unknown')

    const second = await begin(device, there)
    expect(second.recovery.state).toBe('waiting')
    advance(dayMs - minuteMs)
    expect((await begin(device, there)).recovery.state).toBe('waiting')
    advance(minuteMs)
    // One log-in is not enough: the wait ends with another one.
    expect((await begin(device, there)).recovery.state).toBe('waiting')
    const again = await logInByFarcaster(device)
    const ready = await begin(device, again)
    expect(ready).toMatchObject({ flowId: second.flowId, recovery: { state: 'approved' } })
    expect(await take(device, ready.flowId, again).server()).toMatchObject({
      serverShare: set.serverShare,
    })
  })

  it('needs no approval in a frame that had the wallet and just logged in', async () => {
    const home = frameOn()
    const { set } = await ownerByFarcaster(home)
    const again = await logInByFarcaster(home)
    const { flowId, recovery } = await begin(home, again)
    expect(recovery).toEqual({ state: 'approved' })
    expect(await take(home, flowId, again).recovery()).toEqual({ recovery: set.recovery })
    // A caller that only claims to be that frame cannot sign for it.
    const impostor = { ...frameOn(), deviceId: home.deviceId }
    await expect(take(impostor, flowId, again).server()).rejects.toThrow('signature-wrong')
    const other = await begin(impostor, await logInByFarcaster(impostor))
    expect(other.recovery.state).toBe('waiting')
  })

  it('releases shares in one order only', async () => {
    const home = frameOn()
    const own = await logInByWindow(home)
    const refused: string[] = []
    const no = async (tried: Promise<unknown>) => {
      const { field } = await tried.then(
        () => ({ field: 'taken' }),
        (error: { field: string }) => error,
      )
      refused.push(field)
    }
    await no(begin(home, own))
    const made = await storeIn(home, own)
    const nobody = { token: 'A'.repeat(43), expiresAt: 0, person: own.person }
    await no(begin(home, nobody))
    const device = frameOn()
    const grant = await logInByWindow(device)
    const unknown = crypto.randomUUID()
    await no(take(device, unknown, grant).server())
    await no(take(device, unknown, grant).recovery())
    await no(device.call(awaitRecovery, { flowId: unknown }, grant.token))
    const { flowId } = await begin(device, grant)
    await no(take(home, flowId, own).server())
    await no(take(device, flowId, grant, home.key).server())
    await no(take(device, flowId, nobody).server())
    await no(home.call(cancelRecovery, { flowId, deviceId: device.deviceId }, own.token))
    advance(5 * minuteMs)
    await no(take(device, flowId, grant).server())
    await no(take(device, flowId, grant).recovery())
    const { accountId: _, frameKey: ___, ...set } = await made.wallet.shares(own.person.accountId)
    await no(storeIn(device, grant))
    const foreign = await createTestWallet().shares(own.person.accountId)
    const { accountId: __, frameKey: ____, ...theirs } = { ...foreign, addresses: set.addresses }
    await no(device.call(storeShares, { ...theirs }, grant.token))
    const moved = { ...set, deviceId: device.deviceId }
    await no(device.call(storeShares, moved, grant.token))
    expect(refused).toEqual([
      'share-unknown',
      'not-signed-in',
      'flow-unknown',
      'flow-unknown',
      'flow-unknown',
      'flow-unknown',
      'signature-wrong',
      'not-signed-in',
      'flow-unknown',
      'flow-unknown',
      'flow-unknown',
      'share-exists',
      'signature-wrong',
      'signature-wrong',
    ])
  })
})
