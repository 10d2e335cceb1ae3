import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type EmailFixture,
  newAddress,
  newDevice,
  newFrame,
  solveWork,
  startEmailFixture,
} from './email.fixture.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const testCeiling = 20

let email: EmailFixture

/** Project limits are tested with a low ceiling, all others well below it. */
function useFixture(projectCeiling?: number): void {
  beforeAll(async () => {
    email = await startEmailFixture(
      projectCeiling === undefined ? {} : { mail: { projectCeiling } },
    )
  })
  afterAll(() => email.stop())
  // The project's load has expired by then.
  afterEach(() => email.clock.advance(2 * hourMs))
}

let attackers = 0

/** Neighbours share their limits, so each attacker is in another /24. */
function nextNetwork(): string {
  attackers += 1
  return `10.${Math.floor(attackers / 250)}.${attackers % 250}.7`
}

/** Does the work if it is required. */
async function start(address: string, frame = newFrame(), network?: string, device?: string) {
  const caller = network === undefined ? {} : { network }
  const started = await email.startLogin(address, frame, caller, device)
  return started.action === 'PROVE_WORK'
    ? email.startLogin(address, frame, caller, device, solveWork(started))
    : started
}

/** A frame that has requested and received a code. */
async function beginLogin(address = newAddress()) {
  const frame = newFrame()
  const before = (await email.mailsTo(address, 0)).length
  const { flowId, codeLength } = await start(address, frame)
  const code = await email.codeTo(address, before + 1)
  const verify = (guess: string, network = nextNetwork()) =>
    email.call('verifyEmail', { flowId, secret: frame.secret, code: guess }, { network })
  return { address, code, codeLength, verify }
}

type Started = { readonly flowId?: string }

/** An account with a known device and a valid session. */
async function newOwner() {
  const [address, device] = [newAddress(), newDevice()]
  const session = await email.logIn(address, 0, undefined, device)
  email.clock.advance(minuteMs)

  // Identifies the owner's mails: strangers may request mails to the same address.
  const site = `${randomUUID()}.example`

  async function newCode(subject: string, act: () => Promise<Started>) {
    const before = (await email.mailsTo(address, 0, subject)).length
    const answer = await act()
    if (answer.flowId === undefined) return { answer, code: '' }
    const [mail] = await email.mailsTo(address, before + 1, subject)
    return { answer, code: mail?.code ?? 'none' }
  }

  return {
    address,
    session,
    device,
    /** Makes the session able to sign again after half an hour. */
    async confirm(caller: { network?: string } = {}) {
      const { binding, secret } = newFrame()
      const { answer, code } = await newCode('Confirm that it is you', () =>
        email.call('startConfirmation', { binding }, { ...caller, session }),
      )
      if (answer.flowId === undefined) return answer
      const proof = { flowId: answer.flowId, secret, code }
      return email.call('confirmPresence', proof, { ...caller, session })
    },
    async logInAgain(caller: { network?: string } = {}) {
      const { binding, secret } = newFrame()
      const input = { email: address, binding, origin: `https://${site}`, deviceKey: device }
      const { answer, code } = await newCode(site, () => email.call('startEmail', input, caller))
      if (answer.flowId === undefined) return answer
      return email.call('verifyEmail', { flowId: answer.flowId, secret, code }, caller)
    },
  }
}

async function guessAt(address: string, count: number): Promise<string[]> {
  const frame = newFrame()
  const { flowId } = await start(address, frame, nextNetwork())
  const input = { flowId, secret: frame.secret, code: '000000' }
  const answers: string[] = []
  for (let guess = 0; guess < count; guess += 1) {
    answers.push(await email.call('verifyEmail', input, { network: nextNetwork() }))
  }
  return answers
}

/** Wrong guesses at many addresses, from 17 networks. */
async function guessAtProject() {
  const networks = Array.from({ length: 17 }, nextNetwork)
  for (let wrong = 0; wrong < testCeiling; ) {
    const network = networks[wrong % networks.length] ?? ''
    const frame = newFrame()
    const { flowId } = await start(newAddress(), frame)
    const input = { flowId, secret: frame.secret, code: '000000' }
    for (let guess = 0; guess < 2; guess += 1) {
      if ((await email.call('verifyEmail', input, { network })) === 'code-wrong') wrong += 1
    }
  }
}

describe('mails requested by strangers', () => {
  useFixture()

  it('do not use up the mails of a session or a known device', async () => {
    const owner = await newOwner()
    for (let hour = 0; hour < 24; hour += 1) {
      for (let count = 0; count < 10; count += 1) {
        await start(owner.address, newFrame(), nextNetwork(), newDevice())
        email.clock.advance(31_000)
      }
      email.clock.advance(hourMs - 10 * 31_000)
      if (hour % 6 !== 5) continue
      expect(await owner.confirm()).toHaveProperty('until')
      expect(await owner.logInAgain()).toHaveProperty('token')
    }
  })

  it('do not use up the network of a session or a known device', async () => {
    const owner = await newOwner()
    const network = nextNetwork()
    for (let count = 0; count < 21; count += 1) await start(newAddress(), newFrame(), network)
    expect(await start(newAddress(), newFrame(), network)).toBe('too-many')
    expect(await owner.confirm({ network })).toHaveProperty('until')
    expect(await owner.logInAgain({ network })).toHaveProperty('token')
  })

  it('stay limited, also for a known device and a session', async () => {
    const owner = await newOwner()
    const sent = async (atLeast: number) => (await email.mailsTo(owner.address, atLeast)).length
    const settled = async () => {
      const last = newAddress()
      await start(last)
      await email.mailsTo(last, 1)
    }
    for (let count = 0; count < 20; count += 1) {
      await start(owner.address)
      email.clock.advance(31_000)
    }
    await settled()
    // The log-in was the first of five.
    expect(await sent(5)).toBe(5)
    for (let count = 0; count < 20; count += 1) {
      await email.startLogin(owner.address, newFrame(), {}, owner.device)
      await email.call('startConfirmation', newFrame(), { session: owner.session })
      email.clock.advance(31_000)
    }
    await settled()
    expect(await sent(15)).toBe(15)
  })
})

describe('a device', () => {
  useFixture()

  it('is recognised by a key that only its account has, stored as a digest', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    for (let count = 0; count < 11; count += 1) {
      await start(owner.address, newFrame(), nextNetwork())
      email.clock.advance(hourMs)
    }
    expect((await email.mailsTo(owner.address, 10)).length).toBe(10)
    await start(owner.address, newFrame(), nextNetwork(), other.device)
    expect(await other.confirm()).toHaveProperty('until')
    expect((await email.mailsTo(owner.address, 10)).length).toBe(10)
    const rows = await email.sql`select to_jsonb(login_devices)::text as text from login_devices`
    expect(JSON.stringify(rows)).not.toContain(owner.device)
    expect(rows.length).toBeGreaterThan(1)
  })

  it('is not known after only requesting a code', async () => {
    const [owner, device] = [await newOwner(), newDevice()]
    for (let count = 0; count < 11; count += 1) {
      await start(owner.address, newFrame(), nextNetwork(), device)
      email.clock.advance(31_000)
    }
    const last = newAddress()
    await start(last)
    await email.mailsTo(last, 1)
    expect((await email.mailsTo(owner.address, 5)).length).toBe(5)
  })
})

describe('code attempts by strangers', () => {
  useFixture()

  it('do not use up the attempts of a session or a known device', async () => {
    const owner = await newOwner()
    for (let round = 0; round < 30; round += 1) {
      await guessAt(owner.address, 3)
      email.clock.advance(31 * minuteMs)
    }
    expect(await guessAt(owner.address, 1)).toEqual(['too-many'])
    expect(await owner.confirm()).toHaveProperty('until')
    expect(await owner.logInAgain()).toHaveProperty('token')
  })

  it('do not lock a session or a known device after weeks', async () => {
    const owner = await newOwner()
    for (let day = 0; day < 25; day += 1) {
      for (let round = 0; round < 4; round += 1) {
        await guessAt(owner.address, 3)
        email.clock.advance(6 * hourMs)
      }
    }
    expect((await start(owner.address)).action).toBe('VERIFY_DEVICE')
    expect(await owner.confirm()).toHaveProperty('until')
    expect(await owner.logInAgain()).toHaveProperty('token')
  })

  it('make the next code for the address longer', async () => {
    const first = await beginLogin()
    expect(first.codeLength).toBe(6)
    await guessAt(first.address, 3)
    expect(await first.verify(first.code)).toBe('code-expired')
    email.clock.advance(minuteMs)
    const second = await beginLogin(first.address)
    expect(second).toMatchObject({ codeLength: 9, code: expect.stringMatching(/^\d{9}$/) })
    expect(await second.verify(second.code)).toHaveProperty('token')
  })

  it('on a stolen device leave sessions of the account longer codes', async () => {
    const owner = await newOwner()
    for (let round = 0; round < 12; round += 1) {
      const frame = newFrame()
      const { flowId } = await start(owner.address, frame, undefined, owner.device)
      const input = { flowId, secret: frame.secret, code: '000000' }
      for (let guess = 0; guess < 3; guess += 1) await email.call('verifyEmail', input)
      email.clock.advance(31 * minuteMs)
    }
    expect(await owner.logInAgain()).toBe('too-many')
    const { binding } = newFrame()
    const started = await email.call('startConfirmation', { binding }, { session: owner.session })
    expect(started.codeLength).toBe(9)
    await email.mailsTo(owner.address, 1, 'Confirm that it is you')
    email.clock.advance(minuteMs)
    expect(await owner.confirm()).toHaveProperty('until')
  })

  it('have less than one chance in 100,000 a day with those of known devices', async () => {
    const owner = await newOwner()
    let chance = 0
    const guess = async (flow: { flowId?: string; codeLength?: number }, secret: string) => {
      if (flow.flowId === undefined) return
      for (let tries = 0; tries < 3; tries += 1) {
        const input = { flowId: flow.flowId, secret, code: '000000' }
        const { session } = owner
        for (const name of ['verifyEmail', 'confirmPresence']) {
          const answer = await email.call(name, input, { session, network: nextNetwork() })
          if (answer === 'code-wrong') chance += 10 ** -(flow.codeLength ?? 0)
        }
      }
    }
    for (let round = 0; round < 48; round += 1) {
      const frame = newFrame()
      await guess(await start(owner.address, frame, nextNetwork()), frame.secret)
      const known = newFrame()
      await guess(await start(owner.address, known, undefined, owner.device), known.secret)
      const signedIn = newFrame()
      const input = { binding: signedIn.binding }
      const flow = await email.call('startConfirmation', input, { session: owner.session })
      await guess(flow, signedIn.secret)
      email.clock.advance(29 * minuteMs)
    }
    expect(chance).toBeGreaterThan(8e-6)
    expect(chance).toBeLessThanOrEqual(1e-5)
  })
})

describe('a project above its ceiling', () => {
  useFixture(testCeiling)

  it('rejects no correct code', async () => {
    const [owner, early] = [await newOwner(), await beginLogin()]
    await guessAtProject()
    expect(await early.verify(early.code)).toHaveProperty('token')
    expect(await owner.confirm()).toHaveProperty('until')
    expect(await owner.logInAgain()).toHaveProperty('token')
    const late = await beginLogin()
    expect(await late.verify(late.code)).toHaveProperty('token')
  })

  it('requires a proof of work of unknown devices and mails them longer codes', async () => {
    await guessAtProject()
    const [address, frame] = [newAddress(), newFrame()]
    const started = await email.startLogin(address, frame)
    expect(started).toMatchObject({ action: 'PROVE_WORK', next: 'VERIFY_OTP', bits: 15 })
    expect(await email.mailsTo(address, 0)).toEqual([])
    const answer = await email.startLogin(address, frame, {}, undefined, solveWork(started))
    expect(answer).toMatchObject({ action: 'VERIFY_OTP', codeLength: 9 })
    expect(await email.codeTo(address)).toMatch(/^\d{9}$/)
  })

  it('raises an alarm in the log and in the metrics, without names', async () => {
    await guessAtProject()
    await start('ann@people.example')
    const alarms = email.log.filter(({ event }) => event === 'project-under-load')
    expect(alarms.at(-1)).toMatchObject({ level: 'error', reason: 'email-wrong-codes' })
    expect(JSON.stringify(email.log)).not.toContain('ann')
    expect(email.metrics()).toMatch(
      /^latchkey_login_alarms_total\{event="project-under-load",reason="email-wrong-codes"\} \d+$/m,
    )
  })

  it('responds the same for known and unknown people', async () => {
    const owner = await newOwner()
    await guessAtProject()
    const shapeOf = async (address: string) => {
      const frame = newFrame()
      const started = await email.startLogin(address, frame, {}, newDevice())
      const done = await email.startLogin(address, frame, {}, newDevice(), solveWork(started))
      const { challenge, ...rest } = started
      const { flowId, ...answer } = done
      return [challenge.length, rest, flowId.length, answer]
    }
    expect(await shapeOf(owner.address)).toEqual(await shapeOf(newAddress()))
  })
})

describe('a proof of work', () => {
  useFixture(testCeiling)

  it('is valid once, for its address and difficulty, for five minutes', async () => {
    await guessAtProject()
    const begin = (address: string, work?: ReturnType<typeof solveWork>) =>
      email.startLogin(address, newFrame(), {}, undefined, work)
    const address = newAddress()
    const proof = solveWork(await begin(address))
    expect((await begin(newAddress(), proof)).action).toBe('PROVE_WORK')
    const { nonce, challenge } = proof
    expect((await begin(address, { nonce: nonce + 1, challenge })).action).toBe('PROVE_WORK')
    const easier = challenge.replace(/^\d+/, '1')
    expect((await begin(address, { nonce, challenge: easier })).action).toBe('PROVE_WORK')
    const answers = await Promise.all(Array.from({ length: 10 }, () => begin(address, proof)))
    const actions = answers.map(({ action }) => action)
    expect(actions.filter((action) => action === 'VERIFY_OTP')).toHaveLength(1)

    const late = solveWork(await begin(address))
    email.clock.advance(5 * minuteMs)
    expect((await begin(address, late)).action).toBe('PROVE_WORK')
  })
})
