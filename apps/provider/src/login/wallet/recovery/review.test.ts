import { randomBytes, randomUUID } from 'node:crypto'
import {
  addressText,
  startConfirmation,
  startEmailUpdate,
  verifyEmail,
  verifySecondary,
} from '@latchkey/wire/login/email'
import type { SessionGrant } from '@latchkey/wire/login/fields'
import { awaitRecovery, cancelRecovery, restoreShares } from '@latchkey/wire/login/recovery'
import {
  allowExport,
  readServerShare,
  sealRecovery,
  startPasskey,
  storeShares,
} from '@latchkey/wire/login/session'
import { firstWalletText } from '@latchkey/wire/login/shares'
import {
  awaitSocial,
  finishSocial,
  matchFarcaster,
  startFarcaster,
} from '@latchkey/wire/login/social'
import { describe, expect, it } from 'vitest'
import { inEveryProject } from '../../../store/projectScope.js'
import { createTestFrame, type TestFrame, testSite } from '../../../testing/socialFixture.js'
import { createTestBrowser, type TestPage } from '../../../testing/testBrowser.js'
import { createTestWallet } from '../../../testing/testWallet.js'
import {
  adaIdentity,
  evilSite,
  minuteMs,
  passkeyRecovery,
  setUpRecovery,
} from './recovery.fixture.js'

const {
  site,
  advance,
  newAddress,
  frameOn,
  post,
  signInAt,
  sendStep,
  showNumber,
  finish,
  logInByWindow,
  logInByNumber,
  openFarcaster,
  logInByFarcaster,
  mailsTo,
  nextMail,
  startByEmail,
  logInByEmail,
  signedSet,
  storeIn,
  addPasskey,
  removePasskey,
  begin,
  ownerByFarcaster,
  take,
} = setUpRecovery()

async function expectNoShares(frame: TestFrame, flowId: string, grant: SessionGrant) {
  const { server, recovery } = take(frame, flowId, grant)
  await expect(server()).rejects.toThrow()
  await expect(recovery()).rejects.toThrow()
}

/** The same frame, but its calls name the public key of another. */
const claiming = (frame: TestFrame, { key }: TestFrame): TestFrame =>
  createTestFrame(site(), { ...frame, publicKey: key.publicKey })

describe('another site', () => {
  it('cannot set the address of an account without one', async () => {
    for (const { logIn, own } of [
      { logIn: logInByFarcaster, own: ownerByFarcaster },
      {
        logIn: (frame: TestFrame) => logInByNumber(frame, 'facebook'),
        own: async (frame: TestFrame) =>
          storeIn(frame, await logInByWindow(frame, { provider: 'facebook' })),
      },
    ]) {
      const [home, lured] = [frameOn(), frameOn()]
      const grant = await logIn(lured)
      const { binding } = lured
      const email = newAddress()
      const text = addressText({ accountId: grant.person.accountId, email, binding })
      const update = { email, binding, signature: lured.key.sign(text) }
      // Also rejected before there is a wallet, where the address would be kept.
      await expect(lured.call(startEmailUpdate, update, grant.token)).rejects.toThrow(
        'share-unknown',
      )
      await own(home)
      // With its own address, it could approve its own recovery.
      const again = await logIn(lured)
      await expect(lured.call(startEmailUpdate, update, again.token)).rejects.toThrow(
        'share-unknown',
      )
      expect((await begin(lured, again)).recovery.state).toBe('waiting')
    }
  })

  it('cannot set the first address by claiming the key of the wallet frame', async () => {
    const home = frameOn()
    await storeIn(home, await logInByWindow(home, { provider: 'facebook' }))
    // A frame's public key is not secret; the attacker's log-in names the owner's.
    const lured = frameOn()
    const grant = await logInByNumber(claiming(lured, home), 'facebook')
    const { binding } = lured
    const email = newAddress()
    const text = addressText({ accountId: grant.person.accountId, email, binding })
    const signature = lured.key.sign(text)
    const setting = lured.call(startEmailUpdate, { email, binding, signature }, grant.token)
    await expect(setting).rejects.toThrow('signature-wrong')
    expect(await mailsTo(email)).toEqual([])
  })

  it('loses all its recoveries when the owner cancels one', async () => {
    const home = frameOn()
    const { grant: own } = await ownerByFarcaster(home)
    const attacker = frameOn()
    const grant = await logInByFarcaster(attacker)
    for (let count = 0; count < 4; count += 1) await begin(attacker, grant, randomUUID())
    const read = () => home.call(readServerShare, { deviceId: home.deviceId }, own.token)
    const { pendingRecovery } = await read()
    const flowId = pendingRecovery?.flowId ?? ''
    await home.call(cancelRecovery, { flowId, deviceId: home.deviceId }, own.token)
    expect((await read()).pendingRecovery).toBeUndefined()
  })

  it('is reported even if the owner opens the wallet again later', async () => {
    const home = frameOn()
    await storeIn(home, await logInByWindow(home))
    const attacker = frameOn()
    const grant = await logInByWindow(attacker)
    advance(minuteMs)
    await take(attacker, (await begin(attacker, grant)).flowId, grant).server()
    advance(minuteMs)
    const again = await logInByWindow(home)
    await take(home, (await begin(home, again)).flowId, again).server()
    const reported = await home.call(readServerShare, { deviceId: home.deviceId }, again.token)
    expect(reported.newDeviceAt).toBeGreaterThan(0)
  })

  it('is reported even if it names the device of the owner', async () => {
    const home = frameOn()
    const own = await logInByWindow(home)
    const { wallet } = await storeIn(home, own)
    const attacker = { ...frameOn(), deviceId: home.deviceId }
    const grant = await logInByWindow(attacker)
    const seen = async ({ token } = own) =>
      (await home.call(readServerShare, { deviceId: home.deviceId }, token)).newDeviceAt
    advance(minuteMs)
    await take(attacker, (await begin(attacker, grant)).flowId, grant).server()
    const at = await seen()
    expect(at).toBeGreaterThan(0)
    // It also fails to replace the owner's shares with its own,
    advance(minuteMs)
    await storeIn(attacker, grant, wallet)
    expect(await seen()).toBe(at)
    // and when the owner then has to set up the wallet again.
    advance(minuteMs)
    const again = await logInByWindow(home)
    await take(home, (await begin(home, again)).flowId, again).server()
    await storeIn(home, again, wallet)
    expect(await seen(again)).toBe(at)
  })

  it('cannot use a session of another site', async () => {
    const home = frameOn()
    const grant = await logInByWindow(home)
    await storeIn(home, grant)
    const evil = frameOn(evilSite)
    await expect(begin(evil, grant)).rejects.toThrow('not-signed-in')
    const stranger = createTestFrame(site(), { site: 'https://not-listed.example' })
    await expect(begin(stranger, grant)).rejects.toThrow('origin-refused')
    await expect(stranger.start('google')).rejects.toThrow('origin-refused')
  })

  it('cannot finish a log-in with the ticket or secret of another', async () => {
    const [mine, theirs] = [frameOn(evilSite), frameOn()]
    const [own, other] = [await signInAt(mine), await signInAt(theirs)]
    const finishWith = (frame: TestFrame, flowId: string, ticket: string) =>
      finish(frame, flowId, { kind: 'ticket', ticket })
    await expect(finishWith(mine, other.flowId, other.ticket)).rejects.toThrow('flow-unknown')
    await expect(finishWith(mine, own.flowId, other.ticket)).rejects.toThrow('login-failed')
    // A ticket is used up by its first use or by showing a number.
    await finishWith(theirs, other.flowId, other.ticket)
    await expect(finishWith(theirs, other.flowId, other.ticket)).rejects.toThrow('flow-unknown')
    await showNumber(own.ticket)
    await expect(finishWith(mine, own.flowId, own.ticket)).rejects.toThrow('login-failed')
  })

  it('cannot guess the number of a log-in', async () => {
    const frame = frameOn(evilSite)
    const { flowId, ticket } = await signInAt(frame)
    const number = await showNumber(ticket)
    const guess = (typed: string) => finish(frame, flowId, { kind: 'number', number: typed })
    const wrong = String((Number(number) + 1) % 10_000).padStart(4, '0')
    const guesses = await Promise.allSettled(Array.from({ length: 20 }, () => guess(wrong)))
    expect(guesses.every(({ status }) => status === 'rejected')).toBe(true)
    await expect(guess(number)).rejects.toThrow('login-failed')
  })
})

describe('a stolen session', () => {
  it('cannot act as the frame whose public key it claims', async () => {
    const home = frameOn()
    const own = await logInByWindow(home)
    await storeIn(home, own)
    const thief = frameOn()
    // A thief who sends the right device and public key still cannot sign.
    const { flowId, ticket } = await signInAt(thief)
    const proof = { kind: 'ticket', ticket } as const
    const grant = await finish(claiming(thief, home), flowId, proof)
    const started = await begin(thief, grant, home.deviceId)
    expect(started.recovery.state).toBe('approved')
    await expect(take(thief, started.flowId, grant).server()).rejects.toThrow('signature-wrong')
    await expect(take(thief, started.flowId, grant).recovery()).rejects.toThrow('signature-wrong')
  })

  it('cannot create the first wallet of an account', async () => {
    const home = frameOn()
    const own = await logInByWindow(home)
    const thief = { ...frameOn(), deviceId: home.deviceId }
    // The frame's key in the header, but a signature of the thief's key.
    await expect(storeIn(thief, own)).rejects.toThrow('signature-wrong')
    const set = await signedSet(createTestWallet(), home, own)
    const { addresses, deviceId } = set
    const { accountId } = own.person
    const signed = (changed: object) =>
      home.key.sign(firstWalletText({ accountId, deviceId, addresses, ...changed }))
    const other = createTestWallet().addresses
    for (const firstSignature of [
      signed({ accountId: randomUUID() }),
      signed({ deviceId: randomUUID() }),
      signed({ addresses: other }),
      signed({ addresses: { ...addresses, solana: '2'.repeat(32) } }),
      'A'.repeat(86),
    ]) {
      const store = home.call(storeShares, { ...set, firstSignature }, own.token)
      await expect(store).rejects.toThrow('signature-wrong')
    }
    await storeIn(home, own)
  })

  it('cannot set the first address of an account', async () => {
    const home = frameOn()
    const own = await logInByWindow(home, { provider: 'facebook' })
    await storeIn(home, own)
    const { accountId } = own.person
    const { binding, key: thief } = frameOn()
    const email = newAddress()
    const signed = (key: TestFrame['key'], changed: object) =>
      key.sign(addressText({ accountId, email, binding, ...changed }))
    for (const signature of [
      signed(thief, {}),
      // Signed by the frame, for another account, address or flow.
      signed(home.key, { accountId: randomUUID() }),
      signed(home.key, { email: newAddress() }),
      signed(home.key, { binding: home.binding }),
    ]) {
      const setting = home.call(startEmailUpdate, { email, binding, signature }, own.token)
      await expect(setting).rejects.toThrow('signature-wrong')
    }
    expect(await mailsTo(email)).toEqual([])
    const signature = signed(home.key, {})
    const started = await home.call(startEmailUpdate, { email, binding, signature }, own.token)
    expect(started.action).toBe('VERIFY_SECONDARY_OTP')
  })

  it('cannot replace, remove or hide shares', async () => {
    const home = frameOn()
    const own = await logInByWindow(home)
    const { set } = await storeIn(home, own)
    const { addresses, ...garbage } = await signedSet(createTestWallet(), home, own)
    const { token } = own
    const mails = (await mailsTo(adaIdentity)).length
    const { flowId } = await home.call(startPasskey, {}, token)
    const hidden = { ...garbage, flowId, recovery: passkeyRecovery }
    const swapped = { ...garbage, addresses: set.addresses }
    for (const attack of [
      () => home.call(restoreShares, garbage, token),
      () => home.call(sealRecovery, hidden, token),
      () => home.call(storeShares, { ...swapped }, token),
    ]) {
      await expect(attack()).rejects.toThrow('signature-wrong')
    }
    const { accountId } = own.person
    const { deviceId } = garbage
    const firstSignature = home.key.sign(firstWalletText({ accountId, deviceId, addresses }))
    const second = { ...garbage, addresses, firstSignature }
    await expect(home.call(storeShares, second, token)).rejects.toThrow('share-exists')
    const stored = await home.call(readServerShare, { deviceId: home.deviceId }, token)
    expect(stored).toMatchObject({ serverShare: set.serverShare, hasPasskey: false })
    // It also sends the owner no false notice about a passkey.
    expect(await mailsTo(adaIdentity)).toHaveLength(mails)
  })

  it('cannot store a set that the same wallet key signed for another account', async () => {
    const [mine, theirs] = [frameOn(), frameOn()]
    const grant = await logInByWindow(mine)
    const { wallet } = await storeIn(mine, grant)
    const { grant: other } = await ownerByFarcaster(theirs)
    const set = await signedSet(wallet, mine, grant)
    const moved = { ...set }
    await expect(theirs.call(storeShares, moved, other.token)).rejects.toThrow('signature-wrong')
  })
})

describe('a copied database', () => {
  it('contains nothing that finishes a log-in or opens a session or a share', async () => {
    const home = frameOn()
    const own = await logInByWindow(home)
    const { set } = await storeIn(home, own)
    const device = frameOn()
    const grant = await logInByNumber(device)
    const mail = await nextMail(adaIdentity, /Approve your wallet/)
    await begin(device, grant)
    const link = (await mail()).link ?? ''
    const window = frameOn()
    const { ticket } = await signInAt(window)
    const byEmail = frameOn()
    const { code } = await startByEmail(byEmail, newAddress())

    const { sql } = site().database
    const copy: string[] = []
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_name like 'login_%'`
    for (const { name } of tables) {
      const rows = await sql<{ text: string }[]>`select t::text as text from ${sql(name)} as t`
      copy.push(...rows.map(({ text }) => text))
    }
    const all = copy.join('\n')
    expect(all).toContain(own.person.accountId)
    const share = set.recovery.kind === 'server' ? set.recovery.share : ''
    const secrets = [
      own.token,
      grant.token,
      new URL(link).pathname.split('/').at(-1) ?? '',
      ticket,
      window.secret,
      set.serverShare,
      share,
    ]
    for (const secret of secrets) {
      expect(secret).not.toBe('')
      expect(all).not.toContain(secret)
      expect(all).not.toContain(Buffer.from(secret).toString('hex'))
    }
    expect(all).not.toMatch(new RegExp(`\\b${code}\\b`))
  })
})

describe('a mailbox alone', () => {
  it('cannot open the wallet of a social log-in with the same address', async () => {
    const home = frameOn()
    const own = await logInByWindow(home)
    await storeIn(home, own)
    expect(own.person.email).toBe(adaIdentity)
    const thief = frameOn()
    const grant = await logInByEmail(thief, adaIdentity)
    expect(grant.person.accountId).not.toBe(own.person.accountId)
    await expect(begin(thief, grant)).rejects.toThrow('share-unknown')
    const reading = thief.call(readServerShare, { deviceId: home.deviceId }, grant.token)
    await expect(reading).rejects.toThrow('share-unknown')
  })

  it('cannot open, replace or remove shares that a passkey protects', async () => {
    const email = newAddress()
    const home = frameOn()
    const own = await logInByEmail(home, email)
    const { wallet } = await storeIn(home, own)
    await addPasskey(wallet, home, own)
    const thief = frameOn()
    const grant = await logInByEmail(thief, email)
    const { flowId } = await begin(thief, grant)
    await take(thief, flowId, grant).server()
    expect(await take(thief, flowId, grant).recovery()).toEqual({ recovery: passkeyRecovery })
    const { addresses: _, ...garbage } = await signedSet(createTestWallet(), thief, grant)
    const removing = thief.call(restoreShares, garbage, grant.token)
    await expect(removing).rejects.toThrow('signature-wrong')
  })

  it('cannot use an export code for a recovery', async () => {
    const email = newAddress()
    const home = frameOn()
    await storeIn(home, await logInByEmail(home, email))
    const device = frameOn()
    const grant = await logInByEmail(device, email)
    advance(6 * minuteMs)
    const { binding, secret } = frameOn()
    const mail = await nextMail(email)
    const confirmation = { binding, purpose: 'export' } as const
    const { flowId } = await device.call(startConfirmation, confirmation, grant.token)
    const { code } = await mail()
    const proof = { flowId, secret, code: code ?? '' }
    await expect(device.call(verifyEmail, proof)).rejects.toThrow('flow-unknown')
    await expect(device.call(verifySecondary, proof, grant.token)).rejects.toThrow('flow-unknown')
    await device.call(allowExport, { proof }, grant.token)
    await expect(begin(device, grant)).rejects.toThrow('needs-recent-login')
  })
})

describe('a passkey', () => {
  it('approves no recovery of a share that the server can read', async () => {
    const home = frameOn()
    const own = await logInByWindow(home)
    const { wallet } = await storeIn(home, own)
    await addPasskey(wallet, home, own)
    const attacker = frameOn()
    const grant = await logInByNumber(attacker)
    const { flowId, recovery } = await begin(attacker, grant)
    // The passkey is the proof, so nothing else was required.
    expect(recovery.state).toBe('approved')
    await removePasskey(wallet, home, own)
    await expect(take(attacker, flowId, grant).recovery()).rejects.toThrow('flow-unknown')
  })

  it('does not lock out its owner after another device removed it', async () => {
    const [first, second] = [frameOn(), frameOn()]
    const own = await logInByWindow(first)
    const { wallet } = await storeIn(first, own)
    await addPasskey(wallet, first, own)
    const grant = await logInByWindow(second)
    const sealed = await signedSet(wallet, second, grant, passkeyRecovery)
    await second.call(storeShares, { ...sealed }, grant.token)
    const set = await removePasskey(wallet, second, grant)
    const third = frameOn()
    const there = await logInByWindow(third)
    const { flowId } = await begin(third, there)
    expect(await take(third, flowId, there).recovery()).toEqual({ recovery: set.recovery })
    expect(await take(third, flowId, there).server()).toMatchObject({
      serverShare: set.serverShare,
    })
    // A remaining sealed copy does not replace the proof.
    const attacker = frameOn()
    const started = await begin(attacker, await logInByNumber(attacker))
    expect(started.recovery.state).toBe('mailed')
  })
})

describe('concurrent and mixed calls', () => {
  it('do not release shares of a recovery cancelled during notification', async () => {
    const home = frameOn()
    const own = await logInByWindow(home)
    await storeIn(home, own)
    const attacker = frameOn()
    const grant = await logInByWindow(attacker)
    const { flowId, recovery: started } = await begin(attacker, grant)
    expect(started.state).toBe('approved')
    const { sql } = site().database
    let taking: Promise<PromiseSettledResult<unknown>[]> | undefined
    await sql.begin(async (tx) => {
      // This lock makes both calls wait where they record the recovery.
      await tx`select 1 from login_wallets for update`
      const { server, recovery } = take(attacker, flowId, grant)
      taking = Promise.allSettled([server(), recovery()])
      await new Promise((resolve) => setTimeout(resolve, 500))
      await home.call(cancelRecovery, { flowId, deviceId: home.deviceId }, own.token)
    })
    const results = (await taking) ?? []
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('do not use one proof for two devices', async () => {
    const home = frameOn()
    await storeIn(home, await logInByWindow(home))
    const device = frameOn()
    const grant = await logInByWindow(device)
    const starts = await Promise.all(
      Array.from({ length: 4 }, () => begin(device, grant, randomUUID())),
    )
    const approved = starts.filter(({ recovery }) => recovery.state === 'approved')
    expect(approved.length).toBe(1)
  })

  it('do not let one account see, take or cancel the recovery of another', async () => {
    const home = frameOn()
    await storeIn(home, await logInByWindow(home))
    const device = frameOn()
    const grant = await logInByNumber(device)
    const { flowId } = await begin(device, grant)
    const other = await logInByWindow(device, { provider: 'facebook' })
    await storeIn(device, other)
    const { token } = other
    await expect(device.call(awaitRecovery, { flowId }, token)).rejects.toThrow('flow-unknown')
    await expectNoShares(device, flowId, other)
    const cancel = { flowId, deviceId: device.deviceId }
    await expect(device.call(cancelRecovery, cancel, token)).rejects.toThrow('flow-unknown')
  })

  it('do not accept the link, state or ticket of one page on another', async () => {
    const home = frameOn()
    await storeIn(home, await logInByWindow(home))
    const device = frameOn()
    const grant = await logInByNumber(device)
    const mail = await nextMail(adaIdentity, /Approve your wallet/)
    const started = await begin(device, grant)
    if (started.recovery.state !== 'mailed') throw new Error(started.recovery.state)
    const { number } = started.recovery
    const link = new URL((await mail()).link ?? '').pathname.split('/').at(-1) ?? ''
    const other = frameOn()
    const { uri } = await other.start('google')
    const away = await createTestBrowser().step(uri)
    const state = new URL(away.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const { ticket } = await signInAt(frameOn())

    for (const handle of [link, state]) {
      for (const step of ['allow', 'number', 'leave']) {
        const answer = await sendStep(handle, step)
        expect(answer.status).toBe(400)
        const shown = (await answer.text()).replace(/<svg.*?<\/svg>/gs, '')
        expect(shown).not.toContain(`"${number}"`)
      }
    }
    const approve = { answer: 'approve', number }
    for (const handle of [state, ticket]) {
      expect((await post(`/recover/${handle}`, approve)).status).toBe(410)
    }
    for (const handle of [link, state, ticket]) {
      expect((await post(`/device/${handle}`, approve)).status).toBe(410)
      const back = `/oauth/callback/google?code=x&state=${handle}`
      expect((await fetch(new URL(back, site().url))).status).toBe(400)
    }
    await expectNoShares(device, started.flowId, grant)
  })

  it('do not accept the flow of one log-in in calls and pages of another', async () => {
    const home = frameOn()
    await storeIn(home, await logInByWindow(home))
    const device = frameOn()
    const grant = await logInByNumber(device)
    const recovery = (await begin(device, grant)).flowId
    const frame = frameOn()
    const { secret } = frame
    const social = (await signInAt(frame)).flowId
    const farcaster = await openFarcaster(frame)
    const email = await startByEmail(frame, newAddress())
    const number = farcaster.app.number
    const code = email.code

    for (const flowId of [recovery, farcaster.flowId, email.flowId]) {
      const proof = { kind: 'number', number } as const
      await expect(frame.call(finishSocial, { flowId, secret, proof })).rejects.toThrow()
      const page = await fetch(new URL(`/oauth/start/${flowId}`, site().url))
      expect(page.status).toBe(400)
    }
    for (const flowId of [recovery, social, email.flowId]) {
      const match = frame.call(matchFarcaster, { flowId, secret, number })
      await expect(match).rejects.toThrow('flow-unknown')
      expect((await post(`/farcaster/${flowId}`, {})).status).toBe(400)
    }
    for (const flowId of [recovery, social, farcaster.flowId]) {
      const verify = frame.call(verifyEmail, { flowId, secret, code })
      await expect(verify).rejects.toThrow('flow-unknown')
    }
    for (const flowId of [social, farcaster.flowId, email.flowId]) {
      await expectNoShares(device, flowId, grant)
    }
  })

  it('do not finish a flow that is not a social log-in', async () => {
    const frame = frameOn()
    const { secret } = frame
    const email = await startByEmail(frame, newAddress())
    const farcaster = await openFarcaster(frame)
    const { number } = farcaster.app
    for (const flowId of [email.flowId, farcaster.flowId]) {
      const byNumber = finish(frame, flowId, { kind: 'number', number })
      await expect(byNumber).rejects.toThrow('flow-unknown')
      const waiting = frame.call(awaitSocial, { flowId, secret })
      await expect(waiting).rejects.toThrow('flow-unknown')
    }
    // A flow of another kind is rejected by its kind alone.
    for (const kind of [{ purpose: 'confirm' }, { method: 'email' }, { method: 'farcaster' }]) {
      const started = frameOn()
      const { flowId, ticket } = await signInAt(started)
      await inEveryProject(
        site().database.sql,
        (tx) => tx`update login_flows set ${tx(kind)} where id = ${flowId}`,
      )
      for (const step of ['allow', 'number', 'leave']) {
        expect((await sendStep(ticket, step)).status).toBe(400)
      }
      const byTicket = finish(started, flowId, { kind: 'ticket', ticket })
      await expect(byTicket).rejects.toThrow('flow-unknown')
    }
  })

  it('do not accept forms of another site or a sandboxed page', async () => {
    const home = frameOn()
    await storeIn(home, await logInByWindow(home))
    const device = frameOn()
    const grant = await logInByNumber(device)
    const mail = await nextMail(adaIdentity, /Approve your wallet/)
    const { flowId, recovery } = await begin(device, grant)
    const { pathname } = new URL((await mail()).link ?? '')
    const { ticket } = await signInAt(frameOn())
    const { binding } = frameOn()
    const farcaster = await device.call(startFarcaster, { binding, origin: testSite })
    const number = recovery.state === 'mailed' ? recovery.number : ''
    const foreign = [
      { origin: evilSite },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of foreign) {
      for (const answer of ['approve', 'refuse']) {
        expect((await post(pathname, { answer, number }, headers)).status).toBe(403)
      }
      expect((await post('/oauth/window', { ticket, step: 'allow' }, headers)).status).toBe(403)
      const page = `/farcaster/${farcaster.flowId}`
      expect((await post(page, {}, headers)).status).toBe(403)
    }
    await expectNoShares(device, flowId, grant)
  })

  it('do not approve or decline when a mail scanner opens a link', async () => {
    const home = frameOn()
    await storeIn(home, await logInByWindow(home))
    const device = frameOn()
    const grant = await logInByNumber(device)
    const mail = await nextMail(adaIdentity, /Approve your wallet/)
    const { flowId } = await begin(device, grant)
    const link = (await mail()).link ?? ''
    const page: TestPage = await createTestBrowser().open(link)
    expect(page.status).toBe(200)
    for (const method of ['GET', 'HEAD']) {
      await fetch(`${link}?answer=approve&number=${randomBytes(1)[0]}`, { method })
      await fetch(`${link}?answer=refuse`, { method })
    }
    const { recovery } = await begin(device, grant)
    expect(recovery.state).toBe('mailed')
    await expectNoShares(device, flowId, grant)
  })
})
